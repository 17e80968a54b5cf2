import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VoicemailOpened, Voicemails } from '../../ports.ts';

/** Voicemails in memory. */
export class FakeVoicemails implements Voicemails {
  readonly messages: VoicemailOpened[] = [];
  readonly lines: string[] = [];
  greeting: string | null = null;

  async greetingOf(): Promise<{ readonly file: string } | null> {
    return this.greeting === null ? null : { file: this.greeting };
  }

  async opened(voicemail: VoicemailOpened): Promise<{ readonly path: string }> {
    this.messages.push(voicemail);
    return { path: `/voicemails/${this.messages.length}.wav` };
  }

  async finished(_voicemailId: string, durationMs: number): Promise<void> {
    this.lines.push(`finished ${durationMs}`);
  }

  async failed(_voicemailId: string, why: string): Promise<void> {
    this.lines.push(`failed ${why}`);
  }

  /** Messages of everybody, by their ids. */
  readonly waiting: string[] = [];

  async messagesOf(): Promise<readonly string[]> {
    return [...this.waiting];
  }

  async takeOut(voicemailId: string, userId: string): Promise<boolean> {
    this.lines.push(`${userId} takes ${voicemailId}`);
    return !voicemailId.startsWith('gone');
  }

  /** Paths that were given out. */
  readonly passed: string[] = [];

  passing(name: string): string {
    const path = join(tmpdir(), `sidetone-${name}.wav`);
    this.passed.push(path);
    return path;
  }

  async heard(voicemailId: string): Promise<void> {
    this.lines.push(`heard ${voicemailId}`);
  }

  async greetingRecorded(channelId: string): Promise<void> {
    this.lines.push(`greeting ${channelId}`);
  }
}
