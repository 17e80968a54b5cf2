import { announcementRoutes } from '@sidetone/contract/http/announcement-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { announcementsKey, useAnnouncements, usePlayed } from '../announcements/announcements.ts';
import { NewAnnouncement } from '../announcements/NewAnnouncement.tsx';
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
  const [changedId, setChangedId] = useState<string | null>(null);
  const changed = announcements.find(({ id }) => id === changedId);
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
                icon={Pencil}
                label={t(($) => $.admin.company.announcements.change, { name })}
                aria-pressed={changedId === id}
                onClick={() => setChangedId(changedId === id ? null : id)}
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
      {changed ? (
        <section
          aria-label={t(($) => $.admin.company.announcements.change, { name: changed.name })}
          className="grid gap-3 rounded-m border border-line bg-raised p-4"
        >
          <NewAnnouncement key={changed.id} replaced={changed} onAdded={() => setChangedId(null)} />
          <Button className="justify-self-start" onClick={() => setChangedId(null)}>
            {t(($) => $.admin.company.announcements.cancel)}
          </Button>
        </section>
      ) : (
        <NewAnnouncement />
      )}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </Group>
  );
}
