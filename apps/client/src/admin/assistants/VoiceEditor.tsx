import type { AdminAssistant } from '@sidetone/contract/entities/assistant.ts';
import { type BotProblem, voiceLimits } from '@sidetone/contract/entities/assistant-voice.ts';
import { adminAssistantRoutes } from '@sidetone/contract/http/admin/assistant-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useRun } from '../run.ts';
import type { VoiceValues } from './assistant-form.ts';
import { ParametersEditor } from './ParametersEditor.tsx';

interface VoiceEditorProps {
  assistant: AdminAssistant | null;
  voice: VoiceValues;
  /** The problem of a field, by its path. */
  error: (path: string) => string | undefined;
  onChange: (voice: VoiceValues) => void;
}

/** Who talks to callers: the assistant asks its questions, or a bot elsewhere has them. */
export function VoiceEditor({ assistant, voice, error, onChange }: VoiceEditorProps) {
  const { t } = useWords();
  const set = (to: Partial<VoiceValues>) => onChange({ ...voice, ...to });
  return (
    <div className="grid gap-3">
      <Select
        label={t(($) => $.admin.assistants.voice)}
        value={voice.kind}
        onChange={({ target }) => set({ kind: target.value === 'bot' ? 'bot' : 'questions' })}
        options={(['questions', 'bot'] as const).map((kind) => ({
          value: kind,
          label: t(($) => $.admin.assistants.voices[kind]),
        }))}
      />
      {voice.kind === 'bot' ? <BotFields assistant={assistant} voice={voice} error={error} set={set} /> : null}
    </div>
  );
}

interface BotFieldsProps extends Omit<VoiceEditorProps, 'onChange'> {
  set: (to: Partial<VoiceValues>) => void;
}

function BotFields({ assistant, voice, error, set }: BotFieldsProps) {
  const { t } = useWords();
  const hasSecret = assistant?.voice.kind === 'bot' && assistant.voice.hasSecret;
  return (
    <>
      <Field
        label={t(($) => $.admin.assistants.botUrl)}
        help={t(($) => $.admin.assistants.botUrlHelp)}
        placeholder="wss://bot.example/voice"
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={voice.url}
        error={error('voice.url')}
        onChange={({ target }) => set({ url: target.value })}
      />
      <Field
        label={t(($) => $.admin.assistants.botSecret)}
        help={t(($) => $.admin.assistants[hasSecret ? 'botSecretKept' : 'botSecretHelp'])}
        type="password"
        autoComplete="new-password"
        value={voice.secret}
        error={error('voice.secret')}
        onChange={({ target }) => set({ secret: target.value })}
      />
      <TryButton assistantId={assistant?.id ?? null} voice={voice} />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        {(['maxCalls', 'maxMinutes'] as const).map((field) => (
          <Field
            key={field}
            label={t(($) => $.admin.assistants[field])}
            type="number"
            min={1}
            max={field === 'maxCalls' ? voiceLimits.calls : voiceLimits.minutes}
            value={voice[field]}
            error={error(`voice.${field}`)}
            onChange={({ target }) => set({ [field]: target.value })}
          />
        ))}
      </div>
      <ParametersEditor parameters={voice.parameters} error={error} onChange={(parameters) => set({ parameters })} />
    </>
  );
}

/** Tries the address as it is in the form, and says what came of it. */
function TryButton({ assistantId, voice: { url, secret } }: { assistantId: string | null; voice: VoiceValues }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [tried, setTried] = useState<{ url: string; secret: string; problem: BotProblem | null } | null>(null);
  const attempt = async () => {
    setTried(null);
    const body = { assistantId, url, secret: secret.trim() === '' ? undefined : secret };
    const done = await run(() => call(adminAssistantRoutes.tryVoiceBot, { body }), null);
    if (done) setTried({ url, secret, problem: done.problem });
  };
  const words = () => {
    if (tried === null || tried.url !== url || tried.secret !== secret) return '';
    const { problem } = tried;
    return problem === null
      ? t(($) => $.admin.assistants.botAnswers)
      : t(($) => $.admin.assistants.botProblems[problem]);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button disabled={busy || url.trim() === ''} onClick={() => void attempt()}>
        {t(($) => $.admin.assistants.tryBot)}
      </Button>
      <span role="status" className="min-w-0 flex-1 text-12 text-ink-2">
        {words()}
      </span>
    </div>
  );
}
