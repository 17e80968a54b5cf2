import { lineRingSeconds, lineVoicemailChange, lineVoicemailOf } from '@sidetone/contract/entities/line-voicemail.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { recordingRoutes } from '@sidetone/contract/http/recording-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Switch } from '#ui/Switch.tsx';
import { useAdminAccount, useAdminChannels } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { matches } from '../format.ts';
import { useRun } from '../run.ts';

/** The voicemail of users' own lines: for new users, and for many existing ones in one go. */
export function VoicemailPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const account = useAdminAccount();
  const lines = useAdminChannels().rows.flatMap(({ ownerUserId, name, routing, members }) =>
    ownerUserId === null || members.some(({ deactivated }) => deactivated)
      ? []
      : [{ userId: ownerUserId, name, ...lineVoicemailOf(routing) }],
  );
  const [typed, setTyped] = useState('');
  const [seconds, setSeconds] = useState(String(lineRingSeconds));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const shown = lines
    .filter(({ name }) => matches(typed, [name]))
    .toSorted((one, two) => one.name.localeCompare(two.name));
  const isAll = shown.length > 0 && shown.every(({ userId }) => chosen.has(userId));
  const choose = (userIds: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const userId of userIds) isChosen ? next.add(userId) : next.delete(userId);
    setChosen(next);
  };
  const wanted = lineVoicemailChange.safeParse({ enabled: true, ringSeconds: Number(seconds) });
  const count = chosen.size;

  const change = async (enabled: boolean) => {
    const voicemail = enabled && wanted.success ? wanted.data : { enabled };
    const done = await run(
      () => call(adminChannelRoutes.setVoicemailOfLines, { body: { userIds: [...chosen], voicemail } }),
      { title: t(($) => $.admin.saved) },
    );
    if (done) setChosen(new Set());
  };
  const setDefault = (voicemailForNewPeople: boolean) =>
    void run(() => call(recordingRoutes.updateCallSettings, { body: { voicemailForNewPeople } }), {
      title: t(($) => $.admin.saved),
    });

  return (
    <EditorPanel
      title={t(($) => $.admin.users.voicemail.title)}
      subtitle={t(($) => $.admin.users.voicemail.text)}
      onClose={onClose}
      dirty={count > 0}
      extra={
        <>
          <Button disabled={busy || count === 0} onClick={() => void change(false)}>
            {t(($) => $.admin.users.voicemail.off)}
          </Button>
          <Button tone="primary" disabled={busy || count === 0 || !wanted.success} onClick={() => void change(true)}>
            {t(($) => $.admin.users.voicemail.on, { count })}
          </Button>
        </>
      }
    >
      <Switch
        label={t(($) => $.admin.users.voicemail.forNew)}
        help={t(($) => $.admin.users.voicemail.forNewHelp, { seconds: lineRingSeconds })}
        checked={account?.callSettings.voicemailForNewPeople ?? false}
        disabled={account === undefined}
        onChange={(event) => setDefault(event.target.checked)}
      />
      <Group title={t(($) => $.admin.users.voicemail.many)}>
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={t(($) => $.admin.users.filter)}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Field
            label={t(($) => $.admin.users.voicemail.seconds)}
            type="number"
            min={5}
            max={120}
            value={seconds}
            error={wanted.success ? undefined : t(($) => $.admin.issue.number)}
            onChange={(event) => setSeconds(event.target.value)}
          />
        </div>
        <Checkbox
          label={t(($) => $.admin.users.voicemail.everybody, { count: shown.length })}
          checked={isAll}
          onChange={(event) =>
            choose(
              shown.map(({ userId }) => userId),
              event.target.checked,
            )
          }
        />
        <ul className="divide-y divide-line border-line border-y">
          {shown.map(({ userId, name, enabled, ringSeconds, sentElsewhere }) => (
            <li key={userId} className="flex min-h-9 items-center gap-3">
              <Checkbox
                className="min-w-0 flex-1"
                label={name}
                checked={chosen.has(userId)}
                onChange={(event) => choose([userId], event.target.checked)}
              />
              <span className="text-12 text-ink-3">
                {sentElsewhere
                  ? t(($) => $.admin.users.voicemail.sentElsewhere)
                  : enabled
                    ? t(($) => $.admin.users.voicemail.isOn, { seconds: ringSeconds })
                    : t(($) => $.admin.users.voicemail.isOff)}
              </span>
            </li>
          ))}
        </ul>
      </Group>
    </EditorPanel>
  );
}
