import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { documentationRoutes } from '@sidetone/contract/http/documentation-routes.ts';
import { Dot, Ellipsis, Eye, EyeOff, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuCheck, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import { Evidence } from './evidence/Evidence.tsx';
import { PartFoot } from './made/PartFoot.tsx';
import { isExplained, PartLine } from './PartLine.tsx';
import { Section } from './Section.tsx';
import { changeSmallTalk, type SmallTalkItem, shownSmallTalk } from './small-talk.ts';
import { useAhead } from './use-ahead.ts';

/**
 * The small talk of a call. Each change sends the whole list; it shows immediately and is taken back where it failed.
 */
export function SmallTalk({ row }: { row: InboxRow }) {
  const { t } = useWords();
  const [deletable, setDeletable] = useState(false);
  const ahead = useAhead<readonly SmallTalkItem[]>(row.rev);
  const part = row.documentation.smallTalk;
  if (!part || isExplained(part)) return null;
  const title = t(($) => $.callDetail.smallTalk.title);
  if (part.status !== 'success') {
    return (
      <Section title={title}>
        <PartLine
          status={part.status}
          words={{
            coming: t(($) => $.callDetail.smallTalk.coming),
            failed: t(($) => $.callDetail.smallTalk.failed),
            off: t(($) => $.callDetail.smallTalk.off),
          }}
        />
      </Section>
    );
  }

  const items = ahead.shown('all', part.items);
  const shown = shownSmallTalk(items, deletable);
  const replace = async (next: SmallTalkItem[]) => {
    const params = { channelId: row.channelId, docId: row.id };
    try {
      await ahead.attempt('all', next, () =>
        call(documentationRoutes.updateSmallTalk, { params, body: { items: next } }),
      );
    } catch (error) {
      toast({
        tone: 'error',
        title: t(($) => $.callDetail.notSaved),
        text: t(($) => $.errors[codeOf(error)]),
      });
    }
  };
  return (
    <Section
      title={title}
      end={
        items.length === 0 ? null : (
          <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.callDetail.smallTalk.more)} />}>
            <MenuCheck icon={Eye} checked={deletable} onChange={setDeletable}>
              {t(($) => $.callDetail.smallTalk.showDismissed)}
            </MenuCheck>
          </Menu>
        )
      }
    >
      {shown.length === 0 ? (
        <p className="text-ink-3">{t(($) => $.callDetail.smallTalk.none)}</p>
      ) : (
        <ul className="flex flex-col">
          {shown.map((item) => (
            <Item
              key={item.id}
              item={item}
              onChange={(change) => void replace(changeSmallTalk(items, item.id, change))}
              onRemove={deletable ? () => void replace(items.filter(({ id }) => id !== item.id)) : null}
            />
          ))}
        </ul>
      )}
      <PartFoot row={row} parts={['smallTalk']} label={title} />
    </Section>
  );
}

interface ItemProps {
  item: SmallTalkItem;
  onChange: (change: Partial<Pick<SmallTalkItem, 'pinned' | 'dismissed'>>) => void;
  /** Null where it can't be deleted. */
  onRemove: (() => void) | null;
}

function Item({ item, onChange, onRemove }: ItemProps) {
  const { t } = useWords();
  const { topic, description, pinned, dismissed, evidence } = item;
  return (
    <li className="group flex items-start gap-2 py-1">
      <Icon of={pinned ? Pin : Dot} size={14} className={cn('mt-[3px]', pinned ? 'text-accent' : 'text-ink-3')} />
      {pinned ? <span className="sr-only">{t(($) => $.callDetail.smallTalk.pinned)}</span> : null}
      <p className={cn('min-w-0 flex-1', dismissed && 'text-ink-3')}>
        <span className="font-med">{topic}</span>{' '}
        <span className={dismissed ? undefined : 'text-ink-2'}>{description}</span>
        {dismissed ? <span className="text-12"> · {t(($) => $.callDetail.smallTalk.dismissed)}</span> : null}
      </p>
      <Evidence ids={evidence} />
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={t(($) => $.callDetail.smallTalk.of, { topic })}
            className="-my-1 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
          />
        }
      >
        <MenuItem icon={pinned ? PinOff : Pin} onSelect={() => onChange({ pinned: !pinned })}>
          {t(($) => (pinned ? $.callDetail.smallTalk.unpin : $.callDetail.smallTalk.pin))}
        </MenuItem>
        <MenuItem icon={dismissed ? Eye : EyeOff} onSelect={() => onChange({ dismissed: !dismissed })}>
          {t(($) => (dismissed ? $.callDetail.smallTalk.restore : $.callDetail.smallTalk.dismiss))}
        </MenuItem>
        {onRemove === null ? null : (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} onSelect={onRemove}>
              {t(($) => $.callDetail.smallTalk.remove)}
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  );
}
