import type { AskedAnnouncements, SayingStep, SpokenAnnouncements } from '../../spoken-announcements.ts';

/** One recording, asked for by Ben with the code 4821, in memory. */
export class FakeAnnouncements implements SpokenAnnouncements, Required<AskedAnnouncements> {
  readonly lines: string[] = [];
  isWanted = true;

  async askedAnnouncement({ userId }: { readonly userId: string }, code: string): Promise<string | null> {
    return userId === 'wben' && code === '4821' && this.isWanted ? 'recording' : null;
  }

  async reached(_recordingId: string, _callId: string, step: SayingStep): Promise<boolean> {
    this.lines.push(step);
    return this.isWanted;
  }

  async keep(_recordingId: string, _callId: string, { wav, durationMs }: { wav: Buffer; durationMs: number }) {
    this.lines.push(`kept ${durationMs} ms, ${wav.length} bytes`);
    return this.isWanted;
  }

  async hungUp(): Promise<void> {
    this.lines.push('over');
  }
}
