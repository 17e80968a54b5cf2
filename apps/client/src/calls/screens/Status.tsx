import { AppWindow, Disc, LoaderCircle, type LucideIcon, Merge, MicOff, Pause, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useNow } from '#platform/use-now.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Recording } from '../core/recording.ts';
import { isWeak } from './Quality.tsx';
import { type Running, recordedSeconds } from './running.ts';

interface StatusProps {
  call: Running;
  /** In the bar the row itself tells these two. */
  without?: readonly ('held' | 'recording')[];
}

/** Notes that a user in a call must see now: a line each, under the voices. */
export function Status({ call, without = [] }: StatusProps) {
  const { t } = useWords();
  const { lead, conference, muted, recording, quality, elsewhere, heldHear } = call;
  return (
    <>
      {lead.held && !without.includes('held') ? (
        <Line icon={Pause} className="h-9 bg-held-tint text-held">
          {t(($) => (heldHear === 'music' ? $.calls.heldHint : $.calls.heldInSilenceHint))}
        </Line>
      ) : null}
      {conference ? (
        <Line icon={Merge} className="h-7 border-line border-t text-live">
          {t(($) => $.calls.threeOnTheLine)}
        </Line>
      ) : null}
      {muted && !lead.held ? (
        <Line icon={MicOff} className="h-7 bg-ink text-ink-on-ink">
          {t(($) => $.calls.mutedHint)}
        </Line>
      ) : null}
      {recording.state === 'none' || without.includes('recording') ? null : <RecordingLine recording={recording} />}
      {isWeak(quality) && quality?.cause && !lead.held ? (
        <Line icon={WifiOff} className="min-h-11 border-line border-t bg-ring-tint py-1.5 text-ring">
          {t(($) => $.calls.quality[quality.cause ?? 'loss'])}
        </Line>
      ) : null}
      {elsewhere ? (
        <Line icon={AppWindow} className="min-h-11 bg-accent-tint py-1.5 text-accent">
          {t(($) => $.calls.otherTab)}
        </Line>
      ) : null}
    </>
  );
}

/** The words of each step of a recording. */
export function useRecordingWords({ state }: Recording): string {
  const { t } = useWords();
  switch (state) {
    case 'none':
      return '';
    case 'asking':
      return t(($) => $.calls.recording.asking);
    case 'starting':
      return t(($) => $.calls.recording.starting);
    case 'recording':
      return t(($) => $.calls.recording.running);
    case 'stopping':
    case 'saving':
      return t(($) => $.calls.recording.saving);
    case 'stopped':
      return t(($) => $.calls.recording.stopped);
  }
}

/** The recorded time, counted while it runs. */
export function RecordedTime({ recording }: { recording: Recording }) {
  const now = useNow(recording.startedAt === null ? null : 1000);
  return <span className="tabular-nums">{formatDuration(recordedSeconds(recording, now))}</span>;
}

/** The red dot of a recording that runs. */
export function RecordingDot() {
  return <i aria-hidden className="size-2 flex-none rounded-full bg-missed-fill" />;
}

function RecordingLine({ recording }: { recording: Recording }) {
  const { state } = recording;
  const words = useRecordingWords(recording);
  const running = state === 'recording';
  const waits = state === 'asking' || state === 'starting' || state === 'stopping' || state === 'saving';
  return (
    <div
      className={cn(
        'flex min-h-7 items-center gap-2 border-line border-t px-3 py-1 font-med text-12',
        running ? 'text-missed' : 'text-ink-2',
      )}
    >
      {running ? <RecordingDot /> : <Icon of={waits ? LoaderCircle : Disc} size={14} className={cn(waits && spin)} />}
      <span className="min-w-0 flex-1">{words}</span>
      {state === 'asking' || state === 'starting' ? null : <RecordedTime recording={recording} />}
    </div>
  );
}

const spin = 'animate-spin motion-reduce:animate-none';

function Line({ icon, children, className }: { icon: LucideIcon; children: ReactNode; className: string }) {
  return (
    <div className={cn('flex items-center gap-2 px-3 font-med text-12', className)}>
      <Icon of={icon} size={14} />
      <span>{children}</span>
    </div>
  );
}
