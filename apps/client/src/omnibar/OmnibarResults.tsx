import type { ContactScope } from '@sidetone/contract/entities/contact.ts';
import { echoTestCode } from '@sidetone/contract/rules/feature-codes.ts';
import { fullName } from '#contacts/colleagues.ts';
import { useWords } from '#i18n/use-words.ts';
import { ResultLine } from './ResultLine.tsx';
import type { ResultGroup, ResultRow, Results, SearchType } from './results.ts';

interface OmnibarResultsProps {
  type: SearchType;
  listId: string;
  lineId: (key: string) => string;
  results: Results;
  text: string;
  scope: ContactScope;
  active: string | null;
  pending: boolean;
  failed: boolean;
  onPoint: (key: string) => void;
  onChoose: (row: ResultRow) => void;
}

/** The lines in their groups, or in words why there are none. */
export function OmnibarResults(props: OmnibarResultsProps) {
  const { listId, results, text, scope, pending, failed } = props;
  const { t } = useWords();
  const typed = text.trim();
  const count = results.groups.reduce((sum, group) => sum + group.rows.length, 0);
  const nothing = typed !== '' && count === 0;

  const words = () => {
    if (results.problem) return t(($) => $.omnibar[results.problem ?? 'notDialable']);
    if (!nothing || pending) return null;
    if (scope === 'contacts') return t(($) => $.omnibar.noContactMatch, { text: typed });
    if (scope === 'team') return t(($) => $.omnibar.noTeamMatch, { text: typed });
    return t(($) => $.omnibar.noMatch, { text: typed });
  };
  const said = words();

  return (
    <div className="min-h-0 overflow-y-auto px-1.5 pt-1 pb-1.5 empty:hidden">
      {said === null ? null : (
        <p role="status" className="px-3 py-4 text-ink-2">
          {said}
        </p>
      )}
      {failed ? (
        <p role="alert" className="px-3 py-2 text-missed">
          {t(($) => $.omnibar.failed)}
        </p>
      ) : null}
      <div id={listId} role="listbox" aria-label={t(($) => $.omnibar.results)} className="empty:hidden">
        {results.groups.map((group) => (
          <Group key={group.name} group={group} {...props} />
        ))}
      </div>
      {count > 0 ? (
        <p role="status" className="sr-only">
          {t(($) => $.omnibar.resultsCount, { count })}
        </p>
      ) : null}
    </div>
  );
}

function Group({ type, group, lineId, text, active, onPoint, onChoose }: OmnibarResultsProps & { group: ResultGroup }) {
  const { t } = useWords();
  const head =
    group.name === 'typed'
      ? null
      : group.name === 'contacts'
        ? t(($) => $.omnibar.contacts)
        : type === 'addParticipant' && text.trim() === ''
          ? t(($) => $.omnibar.colleaguesReachable)
          : t(($) => $.omnibar.colleagues);
  const noteOf = (row: ResultRow) => {
    if (row.kind !== 'typed') return null;
    if (row.person) return fullName(row.person);
    return row.number === echoTestCode ? t(($) => $.omnibar.echoTest) : null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox has no element of its own
    <div role="group" aria-label={head ?? t(($) => $.omnibar.call)}>
      {head === null ? null : (
        <div aria-hidden className="flex px-3 pt-2 pb-1 font-med text-12 text-ink-3">
          <span className="flex-1">{head}</span>
          {group.outOf === null ? null : (
            <span>
              {t(($) => $.omnibar.partOf, {
                shown: group.rows.filter((row) => row.kind === 'contact').length,
                total: group.outOf,
              })}
            </span>
          )}
        </div>
      )}
      {group.rows.map((row) => (
        <ResultLine
          key={row.key}
          id={lineId(row.key)}
          type={type}
          row={row}
          text={text}
          active={row.key === active}
          note={noteOf(row)}
          onPoint={() => onPoint(row.key)}
          onChoose={() => onChoose(row)}
        />
      ))}
    </div>
  );
}
