import { chatQueries } from '@sidetone/contract/documents/chat-queries.ts';
import type { Chat } from '@sidetone/contract/entities/chat.ts';
import { chatRoutes } from '@sidetone/contract/http/ai/chat-routes.ts';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { cn } from '#ui/cn.ts';
import { confirm } from '#ui/confirm.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import { type Chosen, scopeOf, toggled } from './chat-scope.ts';
import type { NamedChannel } from './use-named-channels.ts';

interface ChatAsideProps {
  channels: readonly NamedChannel[];
  chosen: Chosen;
  today: string;
  open: string | null;
  onChosen: (chosen: Chosen) => void;
  /** Null begins a new chat. */
  onOpen: (chatId: string | null) => void;
  onRename: (chat: Chat) => void;
}

/** Which calls are asked about, and the chats that there are. */
export function ChatAside({ channels, chosen, today, open, onChosen, onOpen, onRename }: ChatAsideProps) {
  const { t } = useWords();
  const { from, to } = scopeOf(chosen, today);
  const counts = useLive(chatQueries.chatChannels, { from, to }).rows;
  const chats = useLive(chatQueries.chats, {}).rows;
  const all = channels.map(({ id }) => id);
  return (
    <div className="flex flex-col gap-5 text-13">
      <fieldset>
        <legend className="mb-1 px-2 font-med text-12 text-ink-3">{t(($) => $.aiChat.looksAt)}</legend>
        {channels.map(({ id, name }) => (
          <div key={id} className="flex min-h-8 items-center gap-2 px-2">
            <Checkbox
              label={name}
              className="min-w-0 flex-1"
              checked={chosen.channelIds === null || chosen.channelIds.includes(id)}
              onChange={() => onChosen({ ...chosen, channelIds: toggled(chosen.channelIds, all, id) })}
            />
            <span className="text-12 text-ink-3">
              {t(($) => $.aiChat.calls, { count: counts.find((row) => row.id === id)?.calls ?? 0 })}
            </span>
          </div>
        ))}
      </fieldset>
      <nav aria-label={t(($) => $.aiChat.earlier)}>
        <h2 className="mb-1 px-2 font-med text-12 text-ink-3">{t(($) => $.aiChat.earlier)}</h2>
        {chats.length === 0 ? <p className="px-2 text-12 text-ink-3">{t(($) => $.aiChat.noEarlier)}</p> : null}
        <ul>
          {chats.map((chat) => (
            <ChatLine
              key={chat.id}
              chat={chat}
              isOpen={chat.id === open}
              onOpen={() => onOpen(chat.id)}
              onRename={() => onRename(chat)}
              onGone={() => (chat.id === open ? onOpen(null) : undefined)}
            />
          ))}
        </ul>
      </nav>
      <p className="px-2 text-12 text-ink-3">{t(($) => $.aiChat.note)}</p>
    </div>
  );
}

interface ChatLineProps {
  chat: Chat;
  isOpen: boolean;
  onOpen: () => void;
  onRename: () => void;
  onGone: () => void;
}

function ChatLine({ chat, isOpen, onOpen, onRename, onGone }: ChatLineProps) {
  const { t } = useWords();
  const title = chat.title ?? t(($) => $.aiChat.unnamed);
  const remove = async () => {
    const isSure = await confirm({
      headline: t(($) => $.aiChat.removed.headline),
      text: t(($) => $.aiChat.removed.text),
      action: t(($) => $.aiChat.removed.action),
      critical: true,
    });
    if (!isSure) return;
    try {
      await call(chatRoutes.deleteChat, { params: { chatId: chat.id } });
      onGone();
    } catch (error) {
      console.error('[ai-chat] the chat was not deleted', error);
      toast({ id: 'chat-delete', tone: 'error', title: t(($) => $.aiChat.failed) });
    }
  };
  return (
    <li className={cn('flex items-center rounded-s', isOpen ? 'bg-press' : 'hover:bg-hover')}>
      <button
        type="button"
        aria-current={isOpen ? 'page' : undefined}
        onClick={onOpen}
        className={cn('min-h-8 min-w-0 flex-1 truncate px-2 text-left focus-inset', !isOpen && 'text-ink-2')}
      >
        {title}
      </button>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.aiChat.options, { title })} />}>
        <MenuItem icon={Pencil} onSelect={onRename}>
          {t(($) => $.aiChat.rename)}
        </MenuItem>
        <MenuItem icon={Trash2} className="text-missed" onSelect={() => void remove()}>
          {t(($) => $.aiChat.remove)}
        </MenuItem>
      </Menu>
    </li>
  );
}
