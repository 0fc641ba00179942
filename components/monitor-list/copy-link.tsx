import { Copy } from 'lucide-react';
import { useCommands } from '@/components/ui/commands';
import { useCopy } from '@/components/ui/copy-button';
import { useKeyTitle } from '@/components/ui/key-caps';
import { Toast } from '@/components/ui/toast';
import { withBasePath } from '@/lib/text/base-path';
import type { MonitorsUrlState } from './use-monitors-url';

/** The button that copies the URL of the list, and its key. */
export function CopyLinkButton({ urlState }: { urlState: MonitorsUrlState }) {
  const { copyLink, outcome } = useCopyLink(urlState);
  const keyTitle = useKeyTitle();
  useCommands(() => [{ keys: 'y', label: 'Copy link', group: 'Monitors', inPalette: true, run: copyLink }]);
  return (
    <>
      <button
        type="button"
        title={keyTitle('Copy a link to this list', 'y')}
        onClick={copyLink}
        className="flex h-5 items-center gap-1 rounded-sm px-1 text-ink-2 outline-offset-[-2px] hover:text-ink hover:underline"
      >
        <Copy className="size-3.5" />
        Copy link
      </button>
      {outcome}
    </>
  );
}

/** Copies the URL of the list. @returns `outcome` says what the link carries, and must be rendered */
export function useCopyLink({ path }: Pick<MonitorsUrlState, 'path'>) {
  const { copied, copy } = useCopy();
  const message = 'Link copied: filters, search, sort, groups and page. Columns stay each person’s own.';
  return {
    copyLink: () => copy(message, location.origin + withBasePath(path)),
    outcome: <Toast message={copied} />,
  };
}
