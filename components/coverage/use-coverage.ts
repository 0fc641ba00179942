import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useRequestContext } from '@/components/ui/use-request-context';
import { ApiError, fetchJson, parseErrorBody } from '@/lib/client/fetch-json';
import type { Coverage, CoverageAnswer } from '@/lib/contract/coverage';
import { basePath } from '@/lib/text/base-path';

export const sortings = { urgency: 'Worst first', list: 'Order of the list', address: 'Address' } as const;
export type Sorting = keyof typeof sortings;

/** A list in which no address was found. */
export type EmptyList = Pick<Coverage['meta'], 'format' | 'skipped'>;

/** The state of the page. It is restored when the user returns from the page of a monitor. */
export interface CoverageState {
  /** The text in the field. */
  text: string;
  /** Changes when the text is replaced, but not when the user types. */
  revision: number;
  /** Whether the user has edited the text since it was checked. */
  isEdited: boolean;
  /** The chosen file, which is not in the field: it may be large. */
  file: File | null;
  coverage: Coverage | null;
  /** Set instead of `coverage` when the list has no address. */
  empty: EmptyList | null;
  answer: CoverageAnswer | null;
  sorting: Sorting;
  /** What is searched in the answers. */
  word: string;
  page: number;
  perPage: number;
}

/** The state when the user left the page, or the initial one. Only handlers in the browser change it, never the server. */
let remembered: CoverageState = {
  text: '',
  revision: 0,
  isEdited: false,
  file: null,
  coverage: null,
  empty: null,
  answer: null,
  sorting: 'urgency',
  word: '',
  page: 1,
  perPage: 50,
};

const loadSchema = () => import('@/lib/contract/coverage').then((file) => file.coverageSchema);

/**
 * The state of the page, which is remembered, and its requests.
 *
 * @returns `check` resolves with the answers, null when the list has no address; `download` saves them as a file
 */
export function useCoverage() {
  const [state, setState] = useState(remembered);
  const context = useRequestContext();
  const change = (part: Partial<CoverageState>) => {
    remembered = { ...remembered, ...part };
    setState(remembered);
  };
  const checking = useMutation({
    mutationFn: (sent: string | File): Promise<Coverage | EmptyList> =>
      fetchJson<Coverage>('/api/coverage', loadSchema, context, { method: 'POST', sent }).then(
        ({ body }) => body,
        emptyListOf,
      ),
    retry: false,
  });
  const downloading = useMutation({
    mutationFn: async (parameters: string) => {
      const response = await fetch(`${basePath}/api/coverage?${parameters}`, {
        method: 'POST',
        headers: { 'Sightline-Refresh': context.isPausedNow() ? 'off' : 'on' },
        body: state.file ?? state.text,
      }).catch(() => {
        throw new ApiError(null);
      });
      if (!response.ok) throw new ApiError(await parseErrorBody(await response.json().catch(() => null)));
      const [, name = 'coverage'] =
        /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
      save(await response.blob(), name);
    },
  });
  const check = async (text: string, file: File | null): Promise<Coverage | null | 'failed'> => {
    downloading.reset();
    const answer = await checking.mutateAsync(file ?? text).catch(() => null);
    if (answer === null) return 'failed';
    const coverage = 'data' in answer ? answer : null;
    const empty = 'data' in answer ? null : answer;
    // Rendered at once, because the caller moves the focus to the answers.
    flushSync(() =>
      change({ text, file, coverage, empty, isEdited: false, answer: null, word: '', page: 1 }),
    );
    return coverage;
  };
  return {
    state,
    change,
    check,
    isChecking: checking.isPending,
    download: (parameters: string) => {
      checking.reset();
      downloading.mutate(parameters);
    },
    error: messageOf(checking.error ?? downloading.error),
  };
}

/** Returns what was found instead of addresses. @throws the error, if it is another one */
function emptyListOf(error: Error): EmptyList {
  const body = error instanceof ApiError ? error.body : null;
  if (body?.code !== 'no_addresses') throw error;
  return { format: body.format ?? 'list', skipped: body.skipped ?? [] };
}

function messageOf(error: Error | null): string | null {
  if (error === null) return null;
  return error instanceof ApiError && error.body?.code === 'signed_out'
    ? 'Your session has ended. Sign in again.'
    : error.message;
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
