import { announcementRoutes } from '@sidetone/contract/http/announcement-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Play, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { upload } from '#live/line/upload.ts';
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
  const [problem, setProblem] = useState<string | undefined>();
  const file = useRef<HTMLInputElement>(null);
  const send = async () => {
    const chosen = file.current?.files?.[0];
    if (!chosen || name.trim() === '') return setProblem(t(($) => $.admin.company.announcements.fileMissing));
    setProblem(undefined);
    const wav = chosen.slice(0, chosen.size, 'audio/wav');
    const added = await run(() => upload(announcementRoutes.addAnnouncement, { query: { name } }, wav), {
      title: t(($) => $.admin.company.announcements.uploaded, { name }),
    });
    if (!added) return;
    setName('');
    if (file.current) file.current.value = '';
    onAdded();
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field
        className="w-52"
        label={t(($) => $.admin.company.announcements.name)}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        ref={file}
        className="min-w-60 flex-1"
        label={t(($) => $.admin.company.announcements.file)}
        type="file"
        accept=".wav,audio/wav"
        help={t(($) => $.admin.company.announcements.fileHelp)}
        error={problem}
      />
      <Button size="l" className="mt-5" disabled={busy} onClick={() => void send()}>
        <Icon of={Upload} />
        {t(($) => $.admin.company.announcements.upload)}
      </Button>
    </div>
  );
}
