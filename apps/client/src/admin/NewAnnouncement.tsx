import { announcementRoutes } from '@sidetone/contract/http/announcement-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { upload } from '#live/line/upload.ts';
import type { GivenSound } from '#sound-input/given-sound.ts';
import { SoundInput } from '#sound-input/SoundInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { announcementsKey } from './announcements.ts';
import { useRun } from './run.ts';

/** Something that callers hear, chosen from a file or said into the microphone; `onAdded` gets its id. */
export function NewAnnouncement({ onAdded }: { onAdded?: (announcementId: string) => void }) {
  const { t } = useWords();
  const queries = useQueryClient();
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
        error={isAsked && sound === null ? t(($) => $.admin.company.announcements.soundMissing) : undefined}
      />
      <div className="flex flex-wrap items-start gap-3">
        <Field
          className="min-w-52 flex-1"
          label={t(($) => $.admin.company.announcements.name)}
          value={name}
          error={isAsked && name.trim() === '' ? t(($) => $.admin.company.announcements.nameMissing) : undefined}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            // The form around it, if any, is about something else.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void send();
          }}
        />
        <Button size="l" className="mt-5" disabled={busy} onClick={() => void send()}>
          <Icon of={Upload} />
          {t(($) => $.admin.company.announcements.upload)}
        </Button>
      </div>
    </div>
  );
}
