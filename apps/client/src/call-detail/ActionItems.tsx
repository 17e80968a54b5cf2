import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { documentationRoutes } from '@sidetone/contract/http/documentation-routes.ts';
import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { toast } from '#ui/toasts.ts';
import { Evidence } from './evidence/Evidence.tsx';
import { PartFoot } from './made/PartFoot.tsx';
import type { CallNames } from './names.ts';
import { isExplained, PartLine } from './PartLine.tsx';
import { Section } from './Section.tsx';
import { useAhead } from './use-ahead.ts';

/** The action items of a call. Ticked immediately; taken back where the server refuses it. */
export function ActionItems({ row, names }: { row: InboxRow; names: CallNames }) {
  const { t } = useWords();
  const ahead = useAhead<boolean>(row.rev);
  const part = row.documentation.actionItem;
  if (!part || isExplained(part)) return null;
  const title = t(($) => $.callDetail.items.title);
  if (part.status !== 'success' || part.items.length === 0) {
    return (
      <Section title={title}>
        {part.status === 'success' ? (
          <>
            <p className="text-ink-3">{t(($) => $.callDetail.items.none)}</p>
            <PartFoot row={row} parts={['actionItem']} label={title} />
          </>
        ) : (
          <PartLine
            status={part.status}
            words={{
              coming: t(($) => $.callDetail.items.coming),
              failed: t(($) => $.callDetail.items.failed),
              off: t(($) => $.callDetail.items.off),
            }}
          />
        )}
      </Section>
    );
  }
  const items = part.items.map((item) => ({ ...item, checked: ahead.shown(item.id, item.checked) }));
  const check = async (itemId: string, checked: boolean) => {
    const params = { channelId: row.channelId, docId: row.id, itemId };
    try {
      await ahead.attempt(itemId, checked, () =>
        call(documentationRoutes.checkActionItem, { params, body: { checked } }),
      );
    } catch (error) {
      toast({
        tone: 'error',
        title: t(($) => $.callDetail.notSaved),
        text: t(($) => $.errors[codeOf(error)]),
      });
    }
  };
  const done = items.filter(({ checked }) => checked).length;
  return (
    <Section title={title} beside={t(($) => $.callDetail.items.done, { done, all: items.length })}>
      <ul className="flex flex-col gap-1.5">
        {items.map((item) => (
          <li key={item.id} className="flex items-start gap-2">
            <Checkbox
              className="min-w-0 flex-1 items-start [&>span]:mt-0.5"
              label={
                <>
                  <span className={item.checked ? 'text-ink-3 line-through' : undefined}>{item.text}</span>
                  <Duty item={item} names={names} />
                </>
              }
              checked={item.checked}
              onChange={(event) => void check(item.id, event.currentTarget.checked)}
            />
            <Evidence ids={item.evidence} />
          </li>
        ))}
      </ul>
      <PartFoot row={row} parts={['actionItem']} label={title} />
    </Section>
  );
}

type Item = NonNullable<InboxRow['documentation']['actionItem']>['items'][number];

/** Who has to do it, and by which day; nothing for items that do not say. */
function Duty({ item: { by = null, due = null, checked }, names }: { item: Item; names: CallNames }) {
  const { t, language } = useWords();
  const zone = useCallZone();
  if (by === null && due === null) return null;
  const today = dayOf(new Date(), zone);
  const day = due === null ? t(($) => $.callDetail.items.noDay) : formatDay(due, language, Number(today.slice(0, 4)));
  const who = by === null ? null : by === 0 ? names.user : names.remote;
  const isOverdue = !checked && due !== null && due < today;
  return (
    <span className="text-12 text-ink-3">
      {' · '}
      {who === null ? day : t(($) => $.callDetail.items.whoByWhen, { who, day })}
      {isOverdue ? <span className="text-ring">{t(($) => $.callDetail.items.overdue)}</span> : null}
    </span>
  );
}
