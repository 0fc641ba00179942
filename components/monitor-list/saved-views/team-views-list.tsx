import { CopyPlus } from 'lucide-react';
import { useId } from 'react';
import type { RovingItemProps } from '@/components/ui/arrow-key-grid';
import { withBasePath } from '@/lib/text/base-path';
import type { SavedViews } from './change-views';
import { findView, type SavedView } from './saved-views';
import { pathOfView } from './team-view';
import type { useTeamViews } from './use-team-views';
import { CopyLink, ViewName, viewButtonClass } from './view-row';

/** What the link to all monitors is called where a default view takes their place. */
const allMonitors: SavedView = { name: 'All monitors', search: '' };

/** The ids of the controls of the team's views, row by row, for the roving focus. */
export function teamRows({ views, hasDefault }: ReturnType<typeof useTeamViews>): string[][] {
  return [
    ...(hasDefault ? [['team show all']] : []),
    ...views.map(({ name }) => ['show', 'copy', 'keep'].map((part) => `team ${part} ${name}`)),
  ];
}

/** The views of the team: they can be opened and copied, but not changed. */
export function TeamViewsList(props: {
  team: ReturnType<typeof useTeamViews>;
  saved: SavedViews;
  tall: boolean;
  itemProps: (id: string) => RovingItemProps;
  onShow: (view: SavedView) => void;
}) {
  const { team, saved, tall, itemProps, onShow } = props;
  const { views, hasDefault, problems } = team;
  const id = useId();
  const [problem] = problems;
  const buttonClass = viewButtonClass(tall);
  return (
    <>
      {views.length === 0 ? null : (
        <>
          <p id={id} className="px-2 pt-1 pb-0.5 text-ink-3 text-xs">
            Team
          </p>
          <ul aria-labelledby={id} className="border-line border-b pb-1">
            {hasDefault ? (
              <li>
                <ViewName
                  {...itemProps('team show all')}
                  name={allMonitors.name}
                  tall={tall}
                  isShown={saved.current === ''}
                  onShow={() => onShow(allMonitors)}
                />
              </li>
            ) : null}
            {views.map((view) => {
              const { name, description } = view;
              const isKept = findView(saved.views, name) !== undefined;
              const keep = isKept ? `${name} is in my views` : `Copy ${name} to my views`;
              return (
                <li key={name} className="flex items-center gap-0.5 rounded-sm hover:bg-raised">
                  <ViewName
                    {...itemProps(`team show ${name}`)}
                    name={name}
                    title={description === null ? name : `${name}: ${description}`}
                    tall={tall}
                    isShown={saved.isShown(view)}
                    onShow={() => onShow(view)}
                  />
                  <CopyLink
                    {...itemProps(`team copy ${name}`)}
                    className={buttonClass}
                    label={`Copy link to ${name}`}
                    link={() => location.origin + withBasePath(pathOfView(view.search, hasDefault))}
                  />
                  <button
                    type="button"
                    aria-label={keep}
                    title={keep}
                    aria-disabled={isKept}
                    onClick={isKept ? undefined : () => saved.add(view)}
                    className={`${buttonClass} aria-disabled:cursor-default aria-disabled:opacity-30`}
                    {...itemProps(`team keep ${name}`)}
                  >
                    <CopyPlus className="size-3.5" />
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {problem === undefined ? null : (
        <p className="px-2 py-1 text-ink-3 text-xs [overflow-wrap:anywhere]">
          The views file is wrong, so its last good version is shown.
          {problem.line === null ? ' ' : ` Line ${problem.line}: `}
          {problem.message}
          {problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}
        </p>
      )}
    </>
  );
}
