import { commandGroups, isChord, type RegisteredCommand, useCommandList } from '@/components/ui/commands';
import { KeyCaps } from '@/components/ui/key-caps';
import { Modal } from '@/components/ui/modal';
import { usePreferences } from '@/components/ui/preferences';
import { Switch } from '@/components/ui/switch';
import { searchFields } from '@/lib/contract/search/search-fields';
import { withBasePath } from '@/lib/text/base-path';
import { version } from '@/lib/text/version';

/**
 * The dialog with the keyboard shortcuts of the current page, the switch for single-key shortcuts, the version, and a link to the
 * description of the API.
 */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const commands = useCommandList();
  const [{ singleKeys }, changePreferences] = usePreferences();
  return (
    <Modal open={open} onClose={onClose} title="Keyboard shortcuts" className="max-w-[560px]">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-y-auto focus-visible:-outline-offset-2"
      >
        {commandGroups.map((group) => (
          <ShortcutGroup
            key={group}
            name={group}
            commands={commands.filter((command) => command.group === group)}
            singleKeys={singleKeys}
          />
        ))}
        {commands.some(({ label }) => label === 'Search') ? <SearchWords /> : null}
      </div>
      <div className="border-line border-t px-4 py-3">
        <Switch
          label="Single-key shortcuts"
          hint="Keys pressed without Ctrl or ⌘. Turn off if they interfere with typing or dictation."
          checked={singleKeys}
          onChange={(on) => changePreferences({ singleKeys: on })}
        />
        <p className="mt-2 flex justify-between text-ink-3 text-xs">
          Sightline {version}
          <a href={withBasePath('/api/openapi.json')} className="underline underline-offset-2 hover:text-ink">
            API description (OpenAPI)
          </a>
        </p>
      </div>
    </Modal>
  );
}

const syntax = [
  ['"order db"', 'Words in this order'],
  ['-staging', 'All that the word does not find'],
  ['a OR b', 'Either'],
] as const;

function SearchWords() {
  const fields = Object.values(searchFields).map(({ example, help }) => [example, help] as const);
  return (
    <section aria-label="Search words" className="border-line border-t px-4 py-3">
      <h3 className="mb-1 font-medium text-ink-3 text-xs">Search words</h3>
      <dl>
        {[...syntax, ...fields].map(([example, help]) => (
          <div key={example} className="flex min-h-7 items-center justify-between gap-4">
            <dt className="order-last font-mono text-xs">{example}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ShortcutGroup(props: { name: string; commands: readonly RegisteredCommand[]; singleKeys: boolean }) {
  const { name, commands, singleKeys } = props;
  if (commands.length === 0) return null;
  const labels = [...new Set(commands.map(({ label }) => label))];
  return (
    <section aria-label={name} className="border-line border-t px-4 py-3 first:border-t-0">
      <h3 className="mb-1 font-medium text-ink-3 text-xs">{name}</h3>
      <ul>
        {labels.map((label) => (
          <li key={label} className="flex min-h-7 items-center justify-between gap-4">
            <span>{label}</span>
            <Keys commands={commands.filter((command) => command.label === label)} singleKeys={singleKeys} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The shortcuts of one command: "j or ↓". */
function Keys({ commands, singleKeys }: { commands: readonly RegisteredCommand[]; singleKeys: boolean }) {
  const enabled = commands.filter(({ keys }) => singleKeys || isChord(keys));
  if (enabled.length === 0) return <span className="text-ink-3 text-xs">off</span>;
  return (
    <span className="flex items-center gap-1">
      {enabled.map(({ keys, caps }, index) => (
        <span key={keys} className="flex items-center gap-1">
          {index > 0 ? <span className="text-ink-3 text-xs">or</span> : null}
          <KeyCaps caps={caps} sequence={keys.includes(' ')} />
        </span>
      ))}
    </span>
  );
}
