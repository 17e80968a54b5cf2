import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { feedbackMaxImageBytes, feedbackMaxImages, feedbackMinCharacters } from '@sidetone/contract/rules/limits.ts';
import { CircleAlert } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { cn } from '#ui/cn.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { machineOf } from './app-facts.ts';
import { drafts } from './browser-draft.ts';
import { DialogFoot, sendsByKey } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import { isSendable, problemsOf, sortOut } from './form.ts';
import { LogPart } from './LogPart.tsx';
import { inMegabytes } from './megabytes.ts';
import type { SendStep } from './send-feedback.ts';
import { Tiles } from './Tiles.tsx';
import { useSending } from './use-sending.ts';

interface FeedbackDialogProps {
  open: boolean;
  /** The version of the app. */
  version: string;
  onClose: () => void;
}

/** Feedback on the product, with pictures and the log. The text stays until it is sent. */
export function FeedbackDialog({ open, version, onClose }: FeedbackDialogProps) {
  const { t } = useWords();
  const me = useMe();
  const { subject, text, withLog, pictures } = useStore(drafts.store);
  const { step, send } = useFeedbackSending(version);
  const [wasTried, setWasTried] = useState(false);
  const busy = step !== null;
  const taking = usePictures(busy);
  const field = useRef<HTMLTextAreaElement>(null);
  const webUserId = me?.webUserId;
  useEffect(() => {
    if (webUserId !== undefined) void drafts.open(webUserId);
  }, [webUserId]);

  const filled = { text, pictures: pictures.map(({ file }) => file) };
  const problems = problemsOf(filled);
  const isTooShort = wasTried && problems.tooShort !== null;
  const close = () => {
    setWasTried(false);
    taking.forgive();
    onClose();
  };
  const submit = async () => {
    if (busy || !me) return;
    if (isSendable(filled)) {
      if (await send(me)) close();
      return;
    }
    setWasTried(true);
    if (problems.tooShort !== null) field.current?.focus();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t(($) => $.feedback.title)}
      hideTitle
      initialFocus={field}
      className="w-[560px]"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pictures can be added by a button as well */}
      <div className="flex min-h-0 flex-col" onKeyDown={sendsByKey(() => void submit())} {...taking.handlers}>
        <DialogHead title={t(($) => $.feedback.title)} onClose={close} />
        <div
          className={cn('flex min-h-0 flex-col gap-4 overflow-y-auto px-6 py-2', taking.isOver && 'bg-accent-tint')}
          aria-busy={busy}
        >
          <TextArea
            ref={field}
            label={t(($) => $.feedback.text)}
            rows={5}
            required
            maxLength={10_000}
            value={text}
            readOnly={busy}
            onChange={(event) => drafts.change({ text: event.target.value })}
            help={
              <span className="flex gap-2">
                <span className="flex-1">{t(($) => $.feedback.textHelp)}</span>
                <span>{t(($) => $.feedback.atLeast, { count: feedbackMinCharacters })}</span>
              </span>
            }
            error={isTooShort ? t(($) => $.feedback.tooShort, { count: problems.tooShort ?? 0 }) : undefined}
          />
          <Field
            label={`${t(($) => $.feedback.subject)} (${t(($) => $.feedback.optional)})`}
            maxLength={200}
            value={subject}
            readOnly={busy}
            onChange={(event) => drafts.change({ subject: event.target.value })}
          />
          <Tiles
            pictures={pictures}
            busy={busy}
            onAdd={taking.add}
            onRemove={(id) => {
              taking.forgive();
              drafts.removePicture(id);
            }}
          />
          <PictureProblems problems={problems} wrongType={taking.wrongType} />
          <LogPart checked={withLog} disabled={busy} onChange={(next) => drafts.change({ withLog: next })} />
        </div>
        <DialogFoot
          className="mt-3 border-line border-t py-3"
          status={
            <span className="block truncate">
              {step === null ? t(($) => $.feedback.replyTo, { email: me?.email ?? '' }) : <Step now={step} />}
            </span>
          }
          canSend={!(busy || problems.tooMany || problems.tooLarge !== null || isTooShort)}
          showsKey
          onSend={() => void submit()}
          onClose={close}
        />
      </div>
    </Dialog>
  );
}

/** Sends the text as this user of this company, with facts about the app. */
function useFeedbackSending(version: string) {
  const account = useLive(phoneQueries.account, {}).rows[0];
  const { step, send } = useSending();
  const sendAs = ({ plan, email, firstName, lastName }: User) => {
    const { subject, text } = drafts.store.getState();
    return send({
      description: text,
      subject,
      email,
      name: `${firstName} ${lastName}`.trim(),
      appVersion: version,
      ...machineOf(navigator.userAgent),
      plan: plan.id,
      product: 'Sidetone',
      platform: bridge().kind === 'desktop' ? 'desktop' : 'web',
      neoPBX: account?.flags.hasNeoPbx ?? false,
    });
  };
  return { step, send: sendAs };
}

/** Accepts pictures from the clipboard, by dragging, or from a button. */
function usePictures(busy: boolean) {
  const [wrongType, setWrongType] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const add = (files: readonly File[]) => {
    if (busy || files.length === 0) return;
    const sorted = sortOut(files, drafts.store.getState().pictures.length);
    setWrongType(sorted.wrongType);
    drafts.addPictures(sorted.taken);
  };
  const handlers = {
    onPaste(event: ClipboardEvent) {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    },
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      add([...event.dataTransfer.files]);
    },
  };
  return { wrongType, isOver, add, handlers, forgive: () => setWrongType(false) };
}

interface PictureProblemsProps {
  problems: ReturnType<typeof problemsOf>;
  wrongType: boolean;
}

/** Reports problems of the pictures as soon as there are any. */
function PictureProblems({ problems: { tooMany, tooLarge }, wrongType }: PictureProblemsProps) {
  const { t, language } = useWords();
  const size = (bytes: number) => inMegabytes(bytes, language);
  const words = [
    tooMany && t(($) => $.feedback.tooMany, { count: feedbackMaxImages }),
    tooLarge !== null && t(($) => $.feedback.tooLarge, { most: size(feedbackMaxImageBytes), size: size(tooLarge) }),
    wrongType && t(($) => $.feedback.wrongType),
  ].filter((word) => word !== false);
  return (
    <div role="alert" className="empty:hidden">
      {words.map((word) => (
        <p key={word} className="flex items-center gap-1.5 text-12 text-missed">
          <Icon of={CircleAlert} size={14} />
          {word}
        </p>
      ))}
    </div>
  );
}

/** The step of sending, in words. */
function Step({ now }: { now: SendStep }) {
  const { t } = useWords();
  switch (now.at) {
    case 'pictures':
      return t(($) => $.feedback.sendingPicture, { number: now.number, of: now.of });
    case 'log':
      return t(($) => $.feedback.sendingLog);
    case 'text':
      return t(($) => $.feedback.sending);
  }
}
