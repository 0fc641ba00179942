'use client';

import { CircleAlert } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { Coverage } from '@/lib/contract/coverage';
import { emptyMessage } from '@/lib/text/coverage-label';
import { formatInteger } from '@/lib/text/format';
import { comparedMessage } from './coverage-messages';
import { CoverageResult } from './coverage-result';
import { ListForm } from './list-form';
import { SkippedTokens } from './remainders';
import { type EmptyList, useCoverage } from './use-coverage';

export function CoverageScreen() {
  const { state, change, check, isChecking, download, error } = useCoverage();
  const { coverage, empty } = state;
  const [announcement, setAnnouncement] = useState('');
  const result = useRef<HTMLHeadingElement>(null);
  const checkList = async (text: string, file: File | null) => {
    setAnnouncement('');
    const answer = await check(text, file);
    if (answer === 'failed') return;
    setAnnouncement(answer === null ? nothingCompared : summaryOf(answer));
    result.current?.focus();
  };
  return (
    <>
      <LiveRegion>
        {error === null ? null : (
          <Notice tone="critical" icon={CircleAlert}>
            {error}
          </Notice>
        )}
      </LiveRegion>
      <main className="flex flex-col gap-4 px-4 py-4 max-sm:px-3">
        <div>
          <h1 className="pt-1 font-semibold text-ink text-xl">Coverage</h1>
          <p className="mt-1 max-w-prose text-ink-2">
            Which of your hosts are monitored, and which are not? Paste a list of any kind, or drop a file.
            Nothing of it is kept.
          </p>
        </div>
        <ListForm
          key={`${state.revision} ${state.file?.name}`}
          text={state.text}
          file={state.file}
          isChecking={isChecking}
          onEdit={() => {
            if (!state.isEdited) change({ isEdited: true });
          }}
          onCheck={(text, file) => void checkList(text, file)}
          onRemoveFile={() => change({ file: null, coverage: null, empty: null })}
        />
        {empty === null ? null : (
          <NothingCompared
            empty={empty}
            isBlank={state.file === null && state.text.trim() === ''}
            heading={result}
          />
        )}
        {coverage === null ? (
          <Examples />
        ) : (
          <CoverageResult
            coverage={coverage}
            state={state}
            change={change}
            download={download}
            heading={result}
          />
        )}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </main>
    </>
  );
}

const nothingCompared = 'No address was found in the list, so nothing was compared.';

/** A list without any address. It must not look like a list that is monitored completely. */
function NothingCompared(props: {
  empty: EmptyList;
  isBlank: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { empty, isBlank, heading } = props;
  return (
    <section aria-labelledby="nothing" className="flex flex-col gap-4">
      <div className="rounded-lg border border-line bg-overdue-soft px-4 py-3">
        <h2
          id="nothing"
          ref={heading}
          tabIndex={-1}
          className="flex w-fit items-center gap-2 font-semibold text-ink text-lg"
        >
          <CircleAlert aria-hidden className="size-4 shrink-0 text-overdue" />
          Nothing was compared
        </h2>
        <p className="mt-1 max-w-prose text-ink">{isBlank ? 'The list is empty.' : emptyMessage(empty)}</p>
      </div>
      <SkippedTokens skipped={empty.skipped} />
    </section>
  );
}

function summaryOf({ meta: { addresses, counts } }: Coverage): string {
  const { not_monitored: none } = counts;
  return `${comparedMessage(addresses)}, ${formatInteger(none)} not monitored.`;
}

const examples = {
  'Lines and prose': 'Hosts, URLs, host:port, IP addresses, networks; with # comments',
  Tables: 'CSV, Excel, Markdown: the host in any column, with its port',
  Kubernetes: 'kubectl get ingress,httproute,service -A -o json',
  Terraform: 'terraform show -json',
  DNS: 'A zone file, or the records as JSON or CSV',
  Servers: 'nginx -T, Caddyfile, HAProxy, Apache, Compose with Traefik',
  Inventories: 'Ansible, /etc/hosts, SSH, nmap -oG',
  Sitemap: 'sitemap.xml',
  Browser: 'A HAR, saved from the network panel',
};

function Examples() {
  return (
    <Panel title="What you can paste">
      <dl className="grid gap-x-6 px-4 py-2 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(examples).map(([name, text]) => (
          <div key={name} className="min-w-0 py-1.5">
            <dt className="text-ink-3 text-xs">{name}</dt>
            <dd className="text-ink [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
