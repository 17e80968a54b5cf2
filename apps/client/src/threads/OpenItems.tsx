import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';
import { documentationRoutes } from '@sidetone/contract/http/documentation-routes.ts';
import { useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { toast } from '#ui/toasts.ts';
import { itemKey, stillListed } from './ticked.ts';

interface OpenItemsProps {
  channelId: string;
  items: ThreadInfo['openActionItems'];
}

/** The open action items. Ticked immediately, gone once the server knows, and undone from the toast. */
export function OpenItems({ channelId, items }: OpenItemsProps) {
  const { t } = useWords();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setTicked(stillListed(ticked, items)), [ticked, items]);

  const check = async (docId: string, item: { id: string; text: string }, checked: boolean) => {
    const key = itemKey(docId, item.id);
    const show = (on: boolean) =>
      setTicked((before) => new Set(on ? [...before, key] : [...before].filter((one) => one !== key)));
    show(checked);
    try {
      const params = { channelId, docId, itemId: item.id };
      await call(documentationRoutes.checkActionItem, { params, body: { checked } });
    } catch (error) {
      show(!checked);
      toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
      return;
    }
    if (!checked) return;
    toast({
      id: `done ${key}`,
      tone: 'ok',
      title: t(($) => $.threads.done, { text: item.text }),
      action: { label: t(($) => $.app.undo), run: () => void check(docId, item, false) },
    });
  };

  return (
    <ul>
      {items.map(({ docId, item }) => {
        const key = itemKey(docId, item.id);
        const isTicked = ticked.has(key);
        return (
          <li key={key} className="py-1">
            <Checkbox
              className="items-start [&>span]:mt-0.5"
              label={<span className={isTicked ? 'text-ink-3 line-through' : undefined}>{item.text}</span>}
              checked={isTicked}
              onChange={(event) => void check(docId, item, event.currentTarget.checked)}
            />
          </li>
        );
      })}
    </ul>
  );
}
