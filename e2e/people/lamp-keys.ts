import type { Sidetone } from '../world/sidetone.ts';
import { BareSip, type SipAccount } from './bare-sip.ts';

type Lamp = 'off' | 'ringing' | 'busy';

/** The lamp keys of a desk phone (RFC 4235): each follows the calls of an extension. */
export class LampKeys {
  readonly #phone: BareSip;
  readonly #account: SipAccount;
  /** Of each extension the calls that are not over, with their states. */
  readonly #calls = new Map<string, Map<string, string>>();
  /** What came, as it came. */
  readonly heard: string[] = [];

  private constructor(phone: BareSip, account: SipAccount) {
    this.#phone = phone;
    this.#account = account;
    phone.onRequest = (text) => this.#receive(text);
  }

  /**
   * Sets the keys of a phone, which signs in with `account`, for these extensions: over TLS where it trusts an authority. Rejects
   * where one is refused.
   */
  static async set(
    sidetone: Sidetone,
    account: SipAccount,
    extensions: readonly string[],
    authority?: string,
  ): Promise<LampKeys> {
    const phone = await BareSip.open(sidetone, authority === undefined ? 'udp' : 'tls', authority);
    const keys = new LampKeys(phone, account);
    for (const extension of extensions) {
      const status = await keys.asksFor(extension);
      if (status !== 200) throw new Error(`The key for ${extension} was refused: ${status}`);
    }
    return keys;
  }

  /** Asks for one more lamp; gives how it was answered. */
  async asksFor(extension: string): Promise<number> {
    const headers = ['Event: dialog', 'Expires: 600', 'Accept: application/dialog-info+xml'];
    return (await this.#phone.asksAs(this.#account, 'SUBSCRIBE', extension, { headers })).status;
  }

  lamp(extension: string): Lamp {
    const states = [...(this.#calls.get(extension)?.values() ?? [])];
    if (states.includes('early')) return 'ringing';
    return states.length > 0 ? 'busy' : 'off';
  }

  leaves(): void {
    this.#phone.leaves();
  }

  #receive(text: string): void {
    this.#phone.takes(text);
    this.heard.push(text);
    const extension = /entity="sip:(\d+)@/.exec(text)?.[1];
    if (extension === undefined) return;
    const before = text.includes('state="full"') ? [] : (this.#calls.get(extension) ?? []);
    const calls = new Map<string, string>(before);
    for (const [, id = '', state = ''] of text.matchAll(/<dialog id="([^"]+)"[^>]*><state>(\w+)/g)) {
      if (state === 'terminated') calls.delete(id);
      else calls.set(id, state);
    }
    this.#calls.set(extension, calls);
  }
}
