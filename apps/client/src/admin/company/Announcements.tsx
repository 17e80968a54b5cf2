import { announcementRoutes } from '@sidetone/contract/http/announcement-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Play, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { upload } from '#live/line/upload.ts';
import type { GivenSound } from '#sound-input/given-sound.ts';
import { SoundInput } from '#sound-input/SoundInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { announcementsKey, useAnnouncements, usePlayed } from '../announcements.ts';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { useChannelNames } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

/** Sounds that channels play to their callers: played, added and deleted here, chosen at each channel. */
export function Announcements() {
  const { t } = useWords();
  const names = useChannelNames();
  const announcements = useAnnouncements();
  const queries = useQueryClient();
  const { run } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const { played, play } = usePlayed();
  const askAgain = () => queries.invalidateQueries({ queryKey: announcementsKey });
  const askRemove = (announcementId: string, name: string) =>
    setQuestion({
      title: t(($) => $.admin.company.announcements.remove.title, { name }),
      text: t(($) => $.admin.company.announcements.remove.text),
      action: t(($) => $.admin.company.announcements.remove.action),
      run: async () => {
        await run(() => call(announcementRoutes.removeAnnouncement, { params: { announcementId } }), {
          title: t(($) => $.admin.company.announcements.remove.done, { name }),
        });
        await askAgain();
      },
    });

  return (
    <Group title={t(($) => $.admin.company.announcements.title)} text={t(($) => $.admin.company.announcements.text)}>
      {announcements.length === 0 ? (
        <p className="text-ink-3">{t(($) => $.admin.company.announcements.empty)}</p>
      ) : (
        <ul>
          {announcements.map(({ id, name, durationMs, channelIds }) => (
            <li key={id} className="flex min-h-11 items-center gap-3 border-line border-b last:border-b-0">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-med">{name}</span>
                <span className="block truncate text-12 text-ink-3">
                  {formatDuration(durationMs / 1000)},{' '}
                  {channelIds.length === 0
                    ? t(($) => $.admin.company.announcements.unused)
                    : t(($) => $.admin.company.announcements.usedBy, {
                        names: channelIds.map((channelId) => names.get(channelId)).join(', '),
                      })}
                </span>
              </span>
              <IconButton
                icon={Play}
                label={t(($) => $.admin.company.announcements.playing, { name })}
                onClick={() => void play(id)}
              />
              <IconButton
                icon={Trash2}
                label={`${t(($) => $.admin.company.announcements.remove.action)}: ${name}`}
                disabled={channelIds.length > 0}
                onClick={() => askRemove(id, name)}
              />
            </li>
          ))}
        </ul>
      )}
      {played === null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: what it says is its own name
        <audio src={played} controls autoPlay className="w-full" />
      )}
      <NewAnnouncement onAdded={() => void askAgain()} />
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </Group>
  );
}

function NewAnnouncement({ onAdded }: { onAdded: () => void }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [name, setName] = useState('');
  const [sound, setSound] = useState<GivenSound | null>(null);
  const [isAsked, setAsked] = useState(false);
  const take = (given: GivenSound | null) => {
    setSound(given);
    // The name of the file is mostly what it should be called.
    const own = given?.name?.replace(/\.[^.]{1,5}$/, '').slice(0, 100);
    if (own) setName((now) => (now.trim() === '' ? own : now));
  };
  const send = async () => {
    setAsked(true);
    if (sound === null || name.trim() === '') return;
    const added = await run(() => upload(announcementRoutes.addAnnouncement, { query: { name } }, sound.wav), {
      title: t(($) => $.admin.company.announcements.uploaded, { name }),
    });
    if (!added) return;
    setName('');
    setSound(null);
    setAsked(false);
    onAdded();
  };
  return (
    <div className="grid gap-3">
      <SoundInput
        label={t(($) => $.admin.company.announcements.file)}
        sound={sound}
        onSound={take}
        disabled={busy}
        error={isAsked && sound === null ? t(($) => $.admin.company.announcements.soundMissing) : undefined}
      />
      <div className="flex flex-wrap items-start gap-3">
        <Field
          className="min-w-52 flex-1"
          label={t(($) => $.admin.company.announcements.name)}
          value={name}
          error={isAsked && name.trim() === '' ? t(($) => $.admin.company.announcements.nameMissing) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Button size="l" className="mt-5" disabled={busy} onClick={() => void send()}>
          <Icon of={Upload} />
          {t(($) => $.admin.company.announcements.upload)}
        </Button>
      </div>
    </div>
  );
}
