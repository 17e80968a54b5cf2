import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { Ellipsis, FileX2, Trash2 } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { AudioPlayer } from '#player/AudioPlayer.tsx';
import type { Sound } from '#player/sound.ts';
import { recordingsOf, voicemailOf } from '#player/sounds-of.ts';
import { useKeptInStep } from '#player/use-kept-in-step.ts';
import { talkShare } from '#transcript/talk-share.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import type { CallNames } from './names.ts';
import { PartLine } from './PartLine.tsx';
import type { Removal } from './removals.ts';

interface SoundsProps {
  row: InboxRow;
  names: CallNames;
  flags: Flags;
  onRemove: (what: Removal) => void;
  /** Whether this user may delete the recordings of the call; messages of callers may be deleted by all members. */
  mayDelete: boolean;
}

/** The sounds of a call: its recordings, and the message that the caller left. */
export function Sounds({ row, names, flags, onRemove, mayDelete }: SoundsProps) {
  const { t } = useWords();
  useKeptInStep(row);
  const downloadName = (kind: Sound['key']['kind']) =>
    [t(($) => $.callDetail.sounds[kind]), names.remote, row.day].join(' ');
  const recordings = recordingsOf(row, downloadName);
  const voicemail = voicemailOf(row, downloadName);
  const { transcription } = row.documentation;
  const share =
    flags.hasCallConversationShareStatistics && transcription?.status === 'success'
      ? talkShare(transcription.items)
      : null;
  const gone = row.documentation.voicemail?.visual.status === 'deleted';
  if (recordings.length === 0 && voicemail === null && !gone) return null;
  return (
    <div className="flex flex-col gap-3">
      {recordings.map((sound) =>
        sound.status === 'disabled' ? (
          <p key={sound.key.kind} className="text-ink-3">
            {t(($) => $.callDetail.sounds.off)}
          </p>
        ) : (
          <SoundLine
            key={sound.key.kind}
            sound={sound}
            names={names}
            share={share}
            removals={
              mayDelete
                ? [
                    {
                      icon: Trash2,
                      label: t(($) => $.callDetail.sounds.deleteRecording),
                      run: () => onRemove('recording'),
                    },
                  ]
                : []
            }
          />
        ),
      )}
      {voicemail === null ? null : (
        <>
          <SoundLine
            sound={voicemail}
            names={names}
            removals={[
              {
                icon: Trash2,
                label: t(($) => $.callDetail.sounds.deleteVoicemail),
                run: () => onRemove('voicemail'),
              },
              ...(row.documentation.voicemail?.transcription?.status === 'success'
                ? [
                    {
                      icon: FileX2,
                      label: t(($) => $.callDetail.sounds.deleteVoicemailTranscription),
                      run: () => onRemove('voicemailTranscription'),
                    },
                  ]
                : []),
            ]}
          />
          <Message row={row} />
        </>
      )}
      {gone ? <p className="text-ink-3">{t(($) => $.callDetail.sounds.voicemailGone)}</p> : null}
    </div>
  );
}

interface SoundLineProps {
  sound: Sound;
  names: CallNames;
  share?: { user: number; remote: number } | null;
  removals: readonly { icon: typeof Trash2; label: string; run: () => void }[];
}

function SoundLine({ sound, names, share, removals }: SoundLineProps) {
  const { t } = useWords();
  const label = t(($) => $.callDetail.sounds[sound.key.kind]);
  // A sound that is not there yet cannot be deleted; a failed one can.
  const removable = sound.status === 'success' || sound.status === 'error';
  return (
    <div className="flex items-start gap-1 rounded-m border border-line py-2 pr-1.5 pl-2.5">
      <div className="min-w-0 flex-1">
        <AudioPlayer
          sound={sound}
          label={label}
          names={{ user: names.user, remote: names.remote }}
          {...(share === undefined ? {} : { share })}
        />
      </div>
      {removable ? (
        <Menu
          align="end"
          trigger={
            <IconButton
              icon={Ellipsis}
              label={t(($) => $.callDetail.sounds.more, { sound: label })}
              className="mt-[7px]"
            />
          }
        >
          {removals.map(({ icon, label: words, run }) => (
            <MenuItem key={words} icon={icon} onSelect={run}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </div>
  );
}

/** The words of the caller, once they are transcribed. */
function Message({ row }: { row: InboxRow }) {
  const { t } = useWords();
  const { voicemail } = row.documentation;
  const status = voicemail?.transcription?.status;
  if (!voicemail || !status || status === 'disabled') return null;
  if (status !== 'success') {
    return (
      <PartLine
        status={status}
        words={{
          coming: t(($) => $.callDetail.message.coming),
          failed: t(($) => $.callDetail.message.failed),
          off: '',
        }}
      />
    );
  }
  const text = voicemail.transcription?.text?.trim() ?? '';
  return (
    <section aria-label={t(($) => $.callDetail.message.title)}>
      <h3 className="font-semi text-12 text-ink-2">{t(($) => $.callDetail.message.title)}</h3>
      {text === '' ? (
        <p className="text-ink-3">{t(($) => $.callDetail.message.empty)}</p>
      ) : (
        <p className="whitespace-pre-line text-14 text-ink-2">{text}</p>
      )}
    </section>
  );
}
