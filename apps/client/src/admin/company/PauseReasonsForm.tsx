import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import {
  mostPauseMinutes,
  mostPauseReasons,
  type PauseReason,
  pauseReasons,
} from '@sidetone/contract/entities/pause.ts';
import { recordingRoutes } from '@sidetone/contract/http/recording-routes.ts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useReasonName } from '#channels/pauses.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

/** Why members of queues may pause, and how long each pause usually takes. */
export function PauseReasonsForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const nameOf = useReasonName();
  const saved = account.callSettings.pauseReasons;
  const [changed, setChanged] = useState<readonly PauseReason[] | null>(null);
  const shown = changed ?? saved;
  const isValid = pauseReasons.safeParse(shown).success;
  const set = (id: string, change: Partial<PauseReason>) =>
    setChanged(shown.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const save = async (next: readonly PauseReason[], before: readonly PauseReason[]) => {
    const done = await run(() => call(recordingRoutes.updateCallSettings, { body: { pauseReasons: [...next] } }), {
      id: 'pause-reasons',
      title: t(($) => $.admin.saved),
      action: { label: t(($) => $.app.undo), run: () => void save(before, next) },
    });
    if (done) setChanged(null);
  };
  return (
    <Group title={t(($) => $.admin.company.pauses.title)} text={t(($) => $.admin.company.pauses.text)}>
      <ul className="grid gap-2" aria-label={t(($) => $.admin.company.pauses.title)}>
        {shown.map((reason) => {
          const name = reason.name ?? nameOf(reason);
          return (
            <li key={reason.id} className="flex items-end gap-2">
              <Field
                className="min-w-0 flex-1"
                label={t(($) => $.admin.company.pauses.name)}
                value={name}
                maxLength={40}
                error={name.trim() === '' ? t(($) => $.admin.company.pauses.nameless) : undefined}
                onChange={(event) => set(reason.id, { name: event.target.value })}
              />
              <Field
                className="w-28 flex-none"
                label={t(($) => $.admin.company.pauses.minutes)}
                type="number"
                min={1}
                max={mostPauseMinutes}
                value={reason.minutes ?? ''}
                placeholder={t(($) => $.admin.company.pauses.open)}
                onChange={(event) =>
                  set(reason.id, { minutes: event.target.value === '' ? null : event.target.valueAsNumber })
                }
              />
              <IconButton
                icon={X}
                label={t(($) => $.admin.company.pauses.remove, { name })}
                disabled={shown.length === 1}
                onClick={() => setChanged(shown.filter(({ id }) => id !== reason.id))}
              />
            </li>
          );
        })}
      </ul>
      {changed !== null && !isValid ? (
        <p role="alert" className="text-12 text-missed">
          {t(($) => $.admin.company.pauses.wrong)}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button
          size="s"
          disabled={shown.length >= mostPauseReasons}
          onClick={() => setChanged([...shown, { id: crypto.randomUUID(), name: '', minutes: null }])}
        >
          <Icon of={Plus} size={14} />
          {t(($) => $.admin.company.pauses.add)}
        </Button>
        <span className="flex-1" />
        <Button
          size="s"
          tone="primary"
          disabled={changed === null || !isValid || busy}
          onClick={() => void save(shown, saved)}
        >
          {t(($) => $.admin.save)}
        </Button>
      </div>
    </Group>
  );
}
