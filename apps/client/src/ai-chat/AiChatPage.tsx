import { chatQueries } from '@sidetone/contract/documents/chat-queries.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Chat, ChatCitation, ChatMessage, ChatScope } from '@sidetone/contract/entities/chat.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { Banners } from '#banners/Banners.tsx';
import { useToday } from '#call-detail/use-today.ts';
import { wantPlace } from '#call-detail/wanted-place.ts';
import { addAiChatWords } from '#i18n/ai-chat-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { useHasChat, useIsTestAccount } from '#live/queries/flags.ts';
import { readLive, retryLive, useLive, watchLive } from '#live/queries/live.ts';
import { useTitle } from '#pages/use-title.ts';
import { useWide } from '#platform/window-size.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import type { NextQuestion } from './answer/next-questions.ts';
import { ChatAside } from './ChatAside.tsx';
import { Composer } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { type Chosen, everything, scopeOf } from './chat-scope.ts';
import { chatSearch } from './chat-search.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { useAsking } from './use-asking.ts';
import { useNamedChannels } from './use-named-channels.ts';

addAiChatWords();

/** The AI chat for users who have it; others are led to their own channel. SROUTE-047, SSHELL-004 */
export function AiChatPage() {
  const { status } = useLive(phoneQueries.flags, {});
  const hasChat = useHasChat();
  if (hasChat) return <ChatPage />;
  if (status === 'loading') return null;
  return <Navigate to="/main/channels/$channelId" params={{ channelId: privateChannelId }} replace />;
}

function ChatPage() {
  const { t } = useWords();
  const router = useRouter();
  const wide = useWide();
  const channels = useNamedChannels();
  const chatId = useSearch({ strict: false, select: (all) => chatSearch.parse(all).chat ?? null });
  const [chosen, setChosen] = useState<Chosen>(everything);
  const [renamed, setRenamed] = useState<Chat | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const today = useToday();
  useTitle(t(($) => $.aiChat.title));

  const open = (chat: string | null) => {
    void router.navigate({ to: '/main/ai-chat', search: chat === null ? {} : { chat } });
    field.current?.focus();
  };
  const { ask, stop, busy } = useAsking(chatId, open);
  const { rows: messages, status, retry } = useMessages(chatId);
  const last = messages.at(-1);
  const growing = last?.state === 'waiting' || last?.state === 'reading' ? last : null;
  const askAgain = (text: string, scope: ChatScope) => void ask(text, scope);

  const aside = (
    <ChatAside
      channels={channels}
      chosen={chosen}
      today={today}
      open={chatId}
      onChosen={setChosen}
      onOpen={open}
      onRename={setRenamed}
    />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-14 flex-none items-center gap-2 border-line border-b pr-4 pl-6 max-[559px]:h-12 max-[559px]:pl-4">
        <h1 className="truncate font-semi text-16">{t(($) => $.aiChat.title)}</h1>
        <TestAccount />
        <span className="flex-1" />
        {wide ? null : (
          <Popover
            align="end"
            label={t(($) => $.aiChat.chats)}
            className="max-h-(--available-height) w-72 overflow-y-auto px-2"
            trigger={<IconButton icon={MessagesSquare} size={32} label={t(($) => $.aiChat.chats)} />}
          >
            {aside}
          </Popover>
        )}
        <Button onClick={() => open(null)}>
          <Icon of={Plus} />
          <span className="max-[559px]:sr-only">{t(($) => $.aiChat.newChat)}</span>
        </Button>
      </header>
      <Banners />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Conversation
            messages={messages}
            status={status}
            onRetry={retry}
            channels={channels}
            onOpen={(citation) => openCitation(router, channels, citation)}
            onAgain={(message) => askAgain(message.text, scopeOfMessage(message))}
            onNext={(message, next) =>
              askAgain(
                ...followUp(
                  t(($) => $.aiChat.next.promised, { name: nameIn(next) }),
                  message,
                  next,
                ),
              )
            }
            onExample={(text) => askAgain(text, scopeOf(chosen, today))}
          />
          <div className="px-6 pb-5 max-[559px]:px-4">
            <div className="mx-auto max-w-[720px]">
              <Composer
                field={field}
                channels={channels}
                chosen={chosen}
                onChosen={setChosen}
                busy={busy}
                onStop={growing === null ? null : () => void stop(growing.chatId, growing.id)}
                onAsk={(text) => ask(text, scopeOf(chosen, today))}
              />
            </div>
          </div>
        </div>
        {wide ? (
          <div className="w-[270px] flex-none overflow-y-auto border-line border-l px-4 py-5">{aside}</div>
        ) : null}
      </div>
      {renamed === null ? null : <RenameDialog chat={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}

function TestAccount() {
  const { t } = useWords();
  return useIsTestAccount() ? <Chip line>{t(($) => $.aiChat.testAccount)}</Chip> : null;
}

const none: { readonly rows: readonly ChatMessage[]; readonly status: 'ready' } = { rows: [], status: 'ready' };

/** The messages of a chat; of one that does not exist yet none, and the server is asked for none. */
function useMessages(chatId: string | null) {
  const watch = useCallback(
    (onChange: () => void) => (chatId === null ? () => {} : watchLive(chatQueries.chatMessages, { chatId }, onChange)),
    [chatId],
  );
  const read = () => (chatId === null ? none : readLive(chatQueries.chatMessages, { chatId }));
  const { rows, status } = useSyncExternalStore(watch, read, read);
  const retry = () => (chatId === null ? undefined : retryLive(chatQueries.chatMessages, { chatId }));
  return { rows, status, retry };
}

const scopeOfMessage = ({ channelIds, from, to }: ChatMessage): ChatScope => ({ channelIds, from, to });

const nameIn = (next: NextQuestion): string => (next.kind === 'promised' ? next.name : '');

/** The question that follows, and of which calls it is asked. */
function followUp(promised: string, message: ChatMessage, next: NextQuestion): [string, ChatScope] {
  const scope = scopeOfMessage(message);
  if (next.kind === 'promised') return [promised, scope];
  if (next.kind === 'inChannel') return [message.text, { ...scope, channelIds: [next.channelId] }];
  return [message.text, { ...scope, from: null, to: null }];
}

/** Opens the transcript of a call where it was said. */
function openCitation(
  router: ReturnType<typeof useRouter>,
  channels: ReturnType<typeof useNamedChannels>,
  { channelId, docId, utteranceIds }: ChatCitation,
): void {
  wantPlace({ channelId, docId, ids: utteranceIds });
  const address = channels.find(({ id }) => id === channelId)?.address ?? channelId;
  const search = { call: docId, part: 'transcript' as const };
  void router.navigate({ to: '/main/channels/$channelId', params: { channelId: address }, search });
}
