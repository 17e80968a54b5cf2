import { type Chat, chatTitle } from '@sidetone/contract/entities/chat.ts';
import { chatRoutes } from '@sidetone/contract/http/ai/chat-routes.ts';
import { chatTitleMaxCharacters } from '@sidetone/contract/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { toast } from '#ui/toasts.ts';

/** Names a chat. */
export function RenameDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { t } = useWords();
  const [title, setTitle] = useState(chat.title ?? '');
  const read = chatTitle.safeParse(title);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!read.success) return;
    try {
      await call(chatRoutes.renameChat, { params: { chatId: chat.id }, body: { title: read.data } });
      onClose();
    } catch (error) {
      console.error('[ai-chat] the chat was not renamed', error);
      toast({ id: 'chat-rename', tone: 'error', title: t(($) => $.aiChat.failed) });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(($) => $.aiChat.rename)}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.aiChat.cancel)}</Button>
          <Button tone="primary" type="submit" form="rename-chat" disabled={!read.success}>
            {t(($) => $.aiChat.save)}
          </Button>
        </>
      }
    >
      <form id="rename-chat" onSubmit={(event) => void submit(event)}>
        <Field
          label={t(($) => $.aiChat.renameTitle)}
          value={title}
          maxLength={chatTitleMaxCharacters}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
