import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { toast } from '#ui/toasts.ts';
import { PartLine } from './PartLine.tsx';
import { Section } from './Section.tsx';
import { useAhead } from './use-ahead.ts';

/** The action items of a call. Ticked immediately; taken back where the server refuses it. */
export function ActionItems({ row }: { row: InboxRow }) {
  const { t } = useWords();
  const ahead = useAhead<boolean>(row.rev);
  const part = row.documentation.actionItem;
  if (!part) return null;
  const title = t(($) => $.callDetail.items.title);
  if (part.status !== 'success' || part.items.length === 0) {
    return (
      <Section title={title}>
        {part.status === 'success' ? (
          <p className="text-ink-3">{t(($) => $.callDetail.items.none)}</p>
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
      await ahead.attempt(itemId, checked, () => call(phoneRoutes.checkActionItem, { params, body: { checked } }));
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
        {items.map(({ id, text, checked }) => (
          <li key={id}>
            <Checkbox
              className="items-start [&>span]:mt-0.5"
              label={<span className={checked ? 'text-ink-3 line-through' : undefined}>{text}</span>}
              checked={checked}
              onChange={(event) => void check(id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
