import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useToday } from '#call-detail/use-today.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { presenceLook } from '#contacts/presence.ts';
import { RowSkeleton } from '../CallListSkeleton.tsx';
import { CallRow, type RowActions } from '../row/CallRow.tsx';
import type { RowWords } from '../row-words.ts';
import { DayHead } from './DayHead.tsx';
import type { Layout, PlacedLine } from './layout.ts';
import type { Selection } from './use-selection.ts';

interface ListLinesProps {
  layout: Layout;
  /** Lines near the window. */
  lines: readonly PlacedLine[];
  /** The head that stays on top of the list. */
  stuck: PlacedLine | null;
  /** Nothing follows the last line. */
  complete: boolean;
  selection: Selection;
  /** The call whose page is open; null for none. */
  openCall: string | null;
  wordsOf: (row: InboxRow) => RowWords;
  showTopics: boolean;
  canCall: boolean;
  actions: RowActions;
}

/** The lines of a list that are drawn: heads of days, calls, and places of calls that are still loading. */
export function ListLines(props: ListLinesProps) {
  const { layout, stuck, complete, openCall } = props;
  const { selected, focus } = props.selection;
  const colleagues = useColleagues();
  const today = useToday();
  const reachable = selected !== null && layout.find(selected) ? selected : layout.first();
  const size = complete ? layout.size : -1;
  return drawnLines(props).map((placed) => {
    const { line, top, index } = placed;
    if (line.kind === 'day') {
      const sum = layout.sumOf(placed, complete);
      return (
        <DayHead
          key={line.key}
          day={line.day}
          today={today}
          calls={sum?.calls ?? null}
          talkSeconds={sum?.talkSeconds ?? null}
          top={line.key === stuck?.line.key ? null : top}
          place={index + 1}
          size={size}
        />
      );
    }
    if (line.row === null) return <RowSkeleton key={line.key} top={top} rows={1} />;
    return (
      <CallRow
        key={line.key}
        row={line.row}
        wordsOf={props.wordsOf}
        presence={presenceOf(line.row)}
        showTopics={props.showTopics}
        current={line.key === (openCall ?? selected)}
        reachable={line.key === reachable}
        focusToken={line.key === focus.id ? focus.token : 0}
        top={top}
        place={index + 1}
        size={size}
        canCall={props.canCall}
        actions={props.actions}
      />
    );
  });

  function presenceOf({ remote }: InboxRow) {
    const colleague = remote.userId === null ? undefined : colleagues.get(remote.userId);
    return colleague ? presenceLook(colleague.neoPbxStatus).mark : null;
  }
}

/** The head on top and the row with the focus stay, wherever the list is scrolled to. */
function drawnLines({ layout, lines, stuck, selection }: ListLinesProps): readonly PlacedLine[] {
  const staying = [stuck, layout.find(selection.focus.id)].filter((line) => line !== null);
  const extra = staying.filter(({ index }) => lines.every((line) => line.index !== index));
  return extra.length === 0 ? lines : [...extra, ...lines].sort((one, other) => one.index - other.index);
}
