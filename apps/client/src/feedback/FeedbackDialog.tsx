import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { feedbackMaxImageBytes, feedbackMaxImages, feedbackMinCharacters } from '@sidetone/contract/rules/limits.ts';
import { CircleAlert } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/live.ts';
import { useMe } from '#live/me.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { isSendKey } from '#platform/send-key.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd, Keys } from '#ui/Kbd.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { machineOf } from './app-facts.ts';
import { drafts } from './browser-draft.ts';
import { DialogHead } from './DialogHead.tsx';
import { isSendable, problemsOf, sortOut } from './form.ts';
import { LogPart } from './LogPart.tsx';
import { inMegabytes } from './megabytes.ts';
import type { SendStep } from './send-feedback.ts';
import { Tiles } from './Tiles.tsx';
import { useSending } from './use-sending.ts';

interface FeedbackDialogProps {
  open: boolean;
  /** Of the app. */
  version: string;
  onClose: () => void;
}

const sendKey = 'Mod+Enter';

/** What someone thinks of the product, with pictures and the log. What was typed stays until it is sent. */
export function FeedbackDialog({ open, version, onClose }: FeedbackDialogProps) {
  const { t, language } = useWords();
  const me = useMe();
  const account = useLive(phoneQueries.account, {}).rows[0];
  const { subject, text, withLog, pictures } = useStore(drafts.store);
  const { step, send } = useSending();
  const [wasTried, setWasTried] = useState(false);
  const [wrongType, setWrongType] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const webUserId = me?.webUserId;
  useEffect(() => {
    if (webUserId !== undefined) void drafts.open(webUserId);
  }, [webUserId]);

  const busy = step !== null;
  const filled = { text, pictures: pictures.map(({ file }) => file) };
  const problems = problemsOf(filled);
  const words = [
    ...(problems.tooMany ? [t(($) => $.feedback.tooMany, { count: feedbackMaxImages })] : []),
    ...(problems.tooLarge === null
      ? []
      : [
          t(($) => $.feedback.tooLarge, {
            most: inMegabytes(feedbackMaxImageBytes, language),
            size: inMegabytes(problems.tooLarge, language),
          }),
        ]),
    ...(wrongType ? [t(($) => $.feedback.wrongType)] : []),
  ];
  const tooShort =
    wasTried && problems.tooShort !== null ? t(($) => $.feedback.tooShort, { count: problems.tooShort }) : undefined;

  const add = (files: readonly File[]) => {
    if (busy || files.length === 0) return;
    const sorted = sortOut(files, pictures.length);
    setWrongType(sorted.wrongType);
    drafts.addPictures(sorted.taken);
  };
  const close = () => {
    setWasTried(false);
    setWrongType(false);
    onClose();
  };
  const submit = async () => {
    if (busy || !me) return;
    if (!isSendable(filled)) {
      setWasTried(true);
      if (problems.tooShort !== null) field.current?.focus();
      return;
    }
    const { plan, email } = me;
    const arrived = await send({
      description: text,
      subject,
      email,
      name: `${me.firstName} ${me.lastName}`.trim(),
      appVersion: version,
      ...machineOf(navigator.userAgent),
      plan: plan.id,
      product: 'Sidetone',
      platform: bridge().kind === 'desktop' ? 'desktop' : 'web',
      neoPBX: account?.flags.hasNeoPbx ?? false,
    });
    if (arrived) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (!event.repeat) void submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add([...event.dataTransfer.files]);
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
      <div
        className="flex min-h-0 flex-col"
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
        }}
        onDrop={onDrop}
      >
        <DialogHead title={t(($) => $.feedback.title)} onClose={close} />
        <div
          className={cn('flex min-h-0 flex-col gap-4 overflow-y-auto px-6 py-2', isOver && 'bg-accent-tint')}
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
            error={tooShort}
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
            onAdd={add}
            onRemove={(id) => {
              setWrongType(false);
              drafts.removePicture(id);
            }}
          />
          <div role="alert" className="empty:hidden">
            {words.map((word) => (
              <p key={word} className="flex items-center gap-1.5 text-12 text-missed">
                <Icon of={CircleAlert} size={14} />
                {word}
              </p>
            ))}
          </div>
          <LogPart checked={withLog} disabled={busy} onChange={(next) => drafts.change({ withLog: next })} />
        </div>
        <div className="mt-3 flex flex-none flex-wrap items-center justify-end gap-2 border-line border-t px-6 py-3">
          <span role="status" className="min-w-0 flex-1 truncate text-12 text-ink-3">
            {step === null ? t(($) => $.feedback.replyTo, { email: me?.email ?? '' }) : stepWords(step)}
          </span>
          <Button onClick={close}>
            {t(($) => $.feedback.cancel)}
            <span aria-hidden>
              <Kbd>Esc</Kbd>
            </span>
          </Button>
          <Button
            tone="primary"
            disabled={
              busy || problems.tooMany || problems.tooLarge !== null || (wasTried && problems.tooShort !== null)
            }
            onClick={(event) => {
              // The second of a double click: the first one sends.
              if (event.detail <= 1) void submit();
            }}
          >
            {t(($) => $.feedback.send)}
            <span aria-hidden>
              <Keys hotkey={sendKey} inherit joined />
            </span>
          </Button>
        </div>
      </div>
    </Dialog>
  );

  function stepWords(now: SendStep): string {
    switch (now.at) {
      case 'pictures':
        return t(($) => $.feedback.sendingPicture, { number: now.number, of: now.of });
      case 'log':
        return t(($) => $.feedback.sendingLog);
      case 'text':
        return t(($) => $.feedback.sending);
    }
  }
}
