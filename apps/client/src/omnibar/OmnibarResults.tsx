import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { listId } from './ids.ts';
import { ResultLine } from './ResultLine.tsx';
import type { ResultGroup } from './results.ts';
import type { OmnibarSearch } from './use-omnibar.ts';
import type { Way } from './ways.ts';

interface OmnibarResultsProps {
  type: SearchType;
  way: Way;
  omnibar: OmnibarSearch;
}

/** The lines in their groups, or in words why there are none. */
export function OmnibarResults({ type, way, omnibar }: OmnibarResultsProps) {
  const { results, text, scope, search, active, point, choose, toggle } = omnibar;
  const { t } = useWords();
  const typed = text.trim();
  const groups = results.groups;
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const foundNobody = groups.every(({ name }) => name === 'actions');

  const words = () => {
    if (results.unaddable) return t(($) => $.omnibar.obstacles.notDialable);
    if (results.unsearchable) return t(($) => $.omnibar.unsearchable);
    if (typed === '' || !foundNobody || search.pending || search.failed) return null;
    if (scope === 'contacts') return t(($) => $.omnibar.noContactMatch, { text: typed });
    if (scope === 'team') return t(($) => $.omnibar.noTeamMatch, { text: typed });
    return t(($) => $.omnibar.noMatch, { text: typed });
  };
  const said = words();
  const more = groups.some((group) => group.more);

  return (
    <div className="min-h-0 overflow-y-auto px-1.5 pt-1 pb-1.5 empty:hidden">
      {said === null ? null : (
        <p role="status" className="px-3 py-4 text-ink-2">
          {said}
        </p>
      )}
      {search.failed ? (
        <p role="alert" className="px-3 py-2 text-missed">
          {t(($) => $.omnibar.failed)}
        </p>
      ) : null}
      {count === 0 ? null : (
        <div id={listId} role="listbox" aria-label={t(($) => $.omnibar.results)}>
          {groups.map((group) => (
            <Group key={group.name} type={type} group={group} typed={typed}>
              {group.rows.map((row) => (
                <ResultLine
                  key={row.key}
                  type={type}
                  row={row}
                  text={text}
                  active={row.key === active}
                  way={way}
                  onPoint={point}
                  onChoose={choose}
                  onToggle={toggle}
                />
              ))}
            </Group>
          ))}
        </div>
      )}
      {more ? <p className="px-3 py-1.5 text-12 text-ink-3">{t(($) => $.omnibar.more)}</p> : null}
      {count > 0 ? (
        <p role="status" className="sr-only">
          {t(($) => $.omnibar.resultsCount, { count })}
        </p>
      ) : null}
    </div>
  );
}

interface GroupProps {
  type: SearchType;
  group: ResultGroup;
  typed: string;
  children: ReactNode;
}

function Group({ type, group, typed, children }: GroupProps) {
  const { t } = useWords();
  const heads: Record<ResultGroup['name'], string | null> = {
    typed: null,
    actions: null,
    dialled: t(($) => $.omnibar.dialled),
    favorites: t(($) => $.omnibar.favorites),
    contacts: t(($) => (type === 'addPhoneNumber' ? $.omnibar.addTo : $.omnibar.contacts)),
    team: t(($) => (type === 'addParticipant' && typed === '' ? $.omnibar.colleaguesReachable : $.omnibar.colleagues)),
    channels: t(($) => $.omnibar.channels),
    alsoTeam: t(($) => $.omnibar.alsoColleagues),
  };
  const head = heads[group.name];
  const howMany = () => {
    // Those among the favorites are listed above.
    const count = group.rows.filter(({ kind }) => kind === 'contact' || kind === 'target').length;
    return group.total === undefined
      ? t(($) => $.omnibar.first, { count })
      : t(($) => $.omnibar.firstOf, { count, total: group.total });
  };
  const hidden = t(($) => (group.name === 'actions' ? $.omnibar.actions : $.omnibar.call));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox has no element of its own
    <div role="group" aria-label={head ?? hidden} className={group.name === 'actions' ? 'mt-1' : undefined}>
      {head === null ? null : (
        <div aria-hidden className="flex px-3 pt-2 pb-1 font-med text-12 text-ink-3">
          <span className="flex-1">{head}</span>
          {group.more ? <span>{howMany()}</span> : null}
        </div>
      )}
      {children}
    </div>
  );
}
