import { callFeedbackTags } from '@sidetone/contract/entities/feedback.ts';
import { feedbackRoutes } from '@sidetone/contract/http/feedback-routes.ts';
import { feedbackOverlayClosesAfterMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect, useId, useRef, useState } from 'react';
import type { EndedCall } from '#calls/ended-calls.ts';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call as ask } from '#live/line/http.ts';
import { logLine } from '#platform/log-book.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toasts.ts';
import { DialogFoot, sendsByKey } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';

type Tag = (typeof callFeedbackTags)[number];
type Stage = 'writing' | 'sending' | 'sent';

/** Problems of one call, for users who want to report them; also for a call that was never connected. */
export function QualityOverlay({ call, onClose }: { call: EndedCall; onClose: () => void }) {
  const { t } = useWords();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const [tag, setTag] = useState<Tag | null>(null);
  const [text, setText] = useState('');
  const [stage, setStage] = useState<Stage>('writing');

  useEffect(() => {
    if (stage !== 'sent') return;
    const timer = setTimeout(onClose, feedbackOverlayClosesAfterMs);
    return () => clearTimeout(timer);
  }, [stage, onClose]);

  const send = async () => {
    if (tag === null || stage !== 'writing') return;
    setStage('sending');
    try {
      await ask(feedbackRoutes.sendCallFeedback, { body: { callId: call.docId, tags: [tag], text, rating: 'BAD' } });
      toast({ tone: 'ok', title: t(($) => $.feedback.quality.sent) });
      setStage('sent');
    } catch (error) {
      logLine('error', 'call feedback not sent', { code: codeOf(error) });
      toast({ tone: 'error', title: t(($) => $.feedback.quality.notSent), text: t(($) => $.errors[codeOf(error)]) });
      setStage('writing');
    }
  };
  const title = t(($) => $.feedback.quality.title);
  const { name } = call.person;
  const status = {
    writing: tag === null ? t(($) => $.feedback.quality.choose) : '',
    sending: t(($) => $.feedback.sending),
    sent: t(($) => $.feedback.quality.sent),
  };
  return (
    <Dialog open onClose={onClose} title={title} hideTitle initialFocus={first} className="w-[376px]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button sends as well */}
      <div className="flex min-h-0 flex-col" onKeyDown={sendsByKey(() => void send())}>
        <DialogHead
          title={title}
          person={call.person}
          text={
            call.wasEstablished
              ? t(($) => $.feedback.rating.about, { name, duration: formatDuration(call.seconds) })
              : t(($) => $.feedback.quality.notConnected, { name })
          }
          onClose={onClose}
        />
        <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-6 py-2">
          <fieldset disabled={stage !== 'writing'} className="rounded-m border border-line-strong">
            <legend className="sr-only">{title}</legend>
            {callFeedbackTags.map((one, place) => (
              <label
                key={one}
                htmlFor={`${id}-${one}`}
                className="flex h-10 items-center gap-3 border-b border-b-line border-l-2 border-l-transparent px-3 first-of-type:rounded-t-m last:rounded-b-m last:border-b-0 has-checked:border-l-accent-fill has-checked:bg-accent-tint has-checked:font-med has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2"
              >
                <input
                  id={`${id}-${one}`}
                  ref={place === 0 ? first : undefined}
                  type="radio"
                  name={id}
                  value={one}
                  checked={tag === one}
                  onChange={() => setTag(one)}
                  className="size-4 flex-none appearance-none rounded-full border-[1.5px] border-line-control bg-raised outline-none checked:border-[5px] checked:border-accent-fill"
                />
                {t(($) => $.feedback.quality.tags[one])}
              </label>
            ))}
          </fieldset>
          <TextArea
            label={t(($) => $.feedback.quality.text)}
            rows={3}
            maxLength={2000}
            value={text}
            readOnly={stage !== 'writing'}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <DialogFoot
          className="pt-2 pb-5"
          status={status[stage]}
          canSend={tag !== null && stage === 'writing'}
          showsKey={tag !== null}
          onSend={() => void send()}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}
