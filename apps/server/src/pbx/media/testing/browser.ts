import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, microphoneAllowed, microphoneFlags, quietFlags } from '@sidetone/signals/chromium.ts';
import { shareAt, toneIn } from '@sidetone/signals/spectrum.ts';
import { writeVoice } from '@sidetone/signals/tones.ts';
import { type Browser, chromium, type Page } from 'playwright';

const pageScript = fileURLToPath(new URL('browser-page.js', import.meta.url));

/** A real Chromium whose microphone says one tone from a WAV file, for as many people as a test needs. */
export interface TestBrowser {
  /** A page of its own; `hertz` replaces the microphone by an oscillator. */
  person(hertz?: number): Promise<BrowserPerson>;
  close(): Promise<void>;
}

export async function openBrowser(microphoneHertz: number): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'voices-'));
  const voice = join(folder, 'voice.wav');
  await writeVoice(voice, microphoneHertz);
  const browser: Browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--headless=new', ...quietFlags, microphoneAllowed, ...microphoneFlags(voice)],
  });
  return {
    person: async (hertz) => {
      const page = await browser.newPage();
      await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
      await page.goto('http://localhost/'); // a secure context without a server
      const person = new BrowserPerson(page);
      await person.begin(hertz);
      return person;
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One page with a peer connection, an ear and a mouth. */
export class BrowserPerson {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Sets up ear and mouth in a fresh page. */
  async begin(hertz?: number): Promise<void> {
    await this.page.addScriptTag({ path: pageScript });
    await this.page.evaluate(`setUp(${JSON.stringify(hertz)})`);
  }

  /** Reloads the page, which ends its connection, and sets it up again. */
  async reload(hertz?: number): Promise<void> {
    await this.page.reload();
    await this.begin(hertz);
  }

  /** A whole offer, after half a second of gathering as JsSIP gives it. */
  offer(options: { iceRestart?: boolean } = {}): Promise<string> {
    return this.#ask('offer', options);
  }

  acceptAnswer(sdp: string): Promise<void> {
    return this.#ask('acceptAnswer', sdp);
  }

  answer(offer: string): Promise<string> {
    return this.#ask('answer', offer);
  }

  direct(direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'): Promise<void> {
    return this.#ask('direct', direction);
  }

  press(digits: string): Promise<void> {
    return this.#ask('press', digits);
  }

  /** Milliseconds from the answer until ICE and DTLS were through. */
  connectedAfter(): Promise<number> {
    return this.#ask('connectedAfter');
  }

  /** The state of the connection, as the page sees it. */
  state(): Promise<string> {
    return this.#ask('state');
  }

  stats(): Promise<Record<string, Record<string, unknown>>> {
    return this.#ask('stats');
  }

  /** The port from which this person's sound leaves. */
  localPort(): Promise<number> {
    return this.#ask('localPort');
  }

  /** Which of these tones this person hears now, all at once; a desk phone is much quieter than an oscillator. */
  async tones(candidates: readonly number[]): Promise<number[]> {
    const { samples, sampleRate } = await this.#listen();
    return candidates.filter((hertz) => shareAt(hertz, samples, sampleRate) > 0.02);
  }

  /** The tone this person hears now. */
  async tone(candidates: readonly number[]): Promise<number | undefined> {
    const { samples, sampleRate } = await this.#listen();
    return samples.every((sample) => Math.abs(sample) < 0.005) ? undefined : toneIn(samples, sampleRate, candidates);
  }

  async #listen(): Promise<{ samples: number[]; sampleRate: number }> {
    await this.page.waitForTimeout(900);
    return this.#ask('listen');
  }

  #ask<T>(method: string, argument?: unknown): Promise<T> {
    return this.page.evaluate(`person.${method}(${JSON.stringify(argument) ?? ''})`);
  }
}
