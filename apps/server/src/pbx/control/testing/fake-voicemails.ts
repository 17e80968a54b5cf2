import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VoicemailOpened, Voicemails } from '../../ports.ts';
import type { HeardMessage, KeptMessage } from '../../voicemails.ts';

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

  /** Messages of everybody, by their ids; those that begin with "old" were heard before. */
  readonly waiting: string[] = [];
  /** Who left each message; null: nobody knows. */
  from: string | null = '11';

  async messagesOf(): Promise<readonly KeptMessage[]> {
    return this.waiting.map((id) => ({ id, isNew: !id.startsWith('old') }));
  }

  async takeOut(voicemailId: string, userId: string): Promise<HeardMessage | null> {
    this.lines.push(`${userId} takes ${voicemailId}`);
    if (voicemailId.startsWith('gone')) return null;
    return { number: this.from, at: new Date('2026-11-30T13:05:00Z'), timeZone: 'Europe/Berlin' };
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

  async keepNew(voicemailId: string): Promise<void> {
    this.lines.push(`new ${voicemailId}`);
  }

  async removeMessage(voicemailId: string): Promise<void> {
    this.lines.push(`removed ${voicemailId}`);
  }

  /** PINs of mailboxes, by their users. */
  readonly pins = new Map<string, string>();

  async knowsPin(userId: string, pin: string): Promise<boolean> {
    return this.pins.get(userId) === pin;
  }

  async setPin(userId: string, pin: string): Promise<void> {
    this.pins.set(userId, pin);
  }

  async greetingRemoved(channelId: string): Promise<void> {
    this.lines.push(`standard ${channelId}`);
  }

  async greetingRecorded(channelId: string): Promise<void> {
    this.lines.push(`greeting ${channelId}`);
  }
}
