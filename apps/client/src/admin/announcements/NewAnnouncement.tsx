import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { type Announcement, announcementRoutes } from '@sidetone/contract/http/announcement-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { upload } from '#live/line/upload.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { type GivenSound, saidQueryOf } from '#sound-input/given-sound.ts';
import { SoundInput } from '#sound-input/SoundInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { byEnter } from '../by-enter.ts';
import { useRun } from '../run.ts';
import { announcementsKey } from './announcements.ts';

interface NewAnnouncementProps {
  /** The announcement that gets another sound; left out: a new one is made. */
  readonly replaced?: Announcement;
  readonly onAdded?: (announcementId: string) => void;
}

/** Something that callers hear: a file, a recording, or a text that is read aloud. `onAdded` gets its id. */
export function NewAnnouncement({ replaced, onAdded }: NewAnnouncementProps) {
  const { t } = useWords();
  const queries = useQueryClient();
  const { run, busy } = useRun();
  const me = useMe();
  const [name, setName] = useState(replaced?.name ?? '');
  const [sound, setSound] = useState<GivenSound | null>(null);
  const [isAsked, setAsked] = useState(false);
  const take = (given: GivenSound | null) => {
    setSound(given);
    if (given?.said) return;
    // The name of the file is mostly what it should be called.
    const own = given?.name?.replace(/\.[^.]{1,5}$/, '').slice(0, 100);
    if (own) setName((now) => (now.trim() === '' ? own : now));
  };
  const send = async () => {
    setAsked(true);
    if (sound === null || name.trim() === '') return;
    const added = await run(() => keep(replaced, name, sound), {
      title: t(($) => $.admin.company.announcements[replaced ? 'replaced' : 'uploaded'], { name }),
    });
    if (!added) return;
    setName('');
    setSound(null);
    setAsked(false);
    // Before it is chosen: a list without it would show another one.
    await queries.invalidateQueries({ queryKey: announcementsKey });
    onAdded?.(added.id);
  };
  return (
    <div className="grid gap-3">
      <SoundInput
        label={t(($) => $.admin.company.announcements.file)}
        sound={sound}
        onSound={take}
        disabled={busy}
        said={replaced?.said ?? null}
        byPhone
        error={isAsked && sound === null ? t(($) => $.admin.company.announcements.soundMissing) : undefined}
      />
      {me?.admin ? <WhereToConnect /> : null}
      <div className="flex flex-wrap items-start gap-3">
        <Field
          className="min-w-52 flex-1"
          label={t(($) => $.admin.company.announcements.name)}
          value={name}
          error={isAsked && name.trim() === '' ? t(($) => $.admin.company.announcements.nameMissing) : undefined}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={byEnter(send)}
        />
        <Button size="l" className="mt-5" disabled={busy} onClick={() => void send()}>
          <Icon of={Upload} />
          {t(($) => $.admin.company.announcements[replaced ? 'replace' : 'upload'])}
        </Button>
      </div>
    </div>
  );
}

const keep = (replaced: Announcement | undefined, name: string, sound: GivenSound) => {
  const query = { name, ...saidQueryOf(sound) };
  if (!replaced) return upload(announcementRoutes.addAnnouncement, { query }, sound.wav);
  return upload(announcementRoutes.replaceAnnouncement, { params: { announcementId: replaced.id }, query }, sound.wav);
};

/** For administrators: where texts could be read aloud, and no service does it yet. */
function WhereToConnect() {
  const { t } = useWords();
  const { rows, status } = useLive(phoneQueries.aiOverview, {});
  if (status !== 'ready' || rows[0]?.voice != null) return null;
  return (
    <p className="text-12 text-ink-3">
      {t(($) => $.admin.company.announcements.noVoice)}{' '}
      <Link to="/admin/$section" params={{ section: 'ai' }} className="text-accent-text underline">
        {t(($) => $.admin.company.announcements.connectVoice)}
      </Link>
    </p>
  );
}
