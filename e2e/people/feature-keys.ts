import type { Sidetone } from '../world/sidetone.ts';
import { BareSip, type SipAccount } from './bare-sip.ts';

type Feature = 'doNotDisturb' | 'forwardImmediate' | 'forwardBusy' | 'forwardNoAns';

/** The keys of a desk phone for “Do not disturb” and forwarding, which the server follows (`as-feature-event`), over TLS. */
export class FeatureKeys {
  readonly #phone: BareSip;
  readonly #account: SipAccount;
  readonly #shown = new Map<Feature, string>();

  private constructor(phone: BareSip, account: SipAccount) {
    this.#phone = phone;
    this.#account = account;
    phone.onRequest = (text) => {
      phone.takes(text);
      this.#read(text);
    };
  }

  /** Rejects where the server does not follow the keys of this phone. */
  static async set(sidetone: Sidetone, account: SipAccount, authority: string): Promise<FeatureKeys> {
    const keys = new FeatureKeys(await BareSip.open(sidetone, 'tls', authority), account);
    await keys.#asks('');
    return keys;
  }

  /** What the server said of a key since it was pressed last: `on`, `off`, or where its calls go. */
  shown(feature: Feature): string | undefined {
    return this.#shown.get(feature);
  }

  async pressesDoNotDisturb(isOn: boolean): Promise<void> {
    this.#shown.delete('doNotDisturb');
    await this.#asks(`<doNotDisturbOn>${isOn}</doNotDisturbOn>`, 'SetDoNotDisturb');
  }

  /** Forwards calls on this occasion to what is dialled; null: no longer. */
  async forwards(type: Exclude<Feature, 'doNotDisturb'>, to: string | null): Promise<void> {
    this.#shown.delete(type);
    const target = `<forwardDN>${to ?? ''}</forwardDN><forwardingType>${type}</forwardingType>`;
    await this.#asks(`${target}<activateForward>${to !== null}</activateForward>`, 'SetForwarding');
  }

  leaves(): void {
    this.#phone.leaves();
  }

  async #asks(change: string, root = ''): Promise<void> {
    const csta = 'http://www.ecma-international.org/standards/ecma-323/csta/ed3';
    const body = change === '' ? '' : `<${root} xmlns="${csta}"><device>key</device>${change}</${root}>`;
    const headers = ['Event: as-feature-event', 'Expires: 3600', 'Accept: application/x-as-feature-event+xml'];
    const { username } = this.#account;
    const { status } = await this.#phone.asksAs(this.#account, 'SUBSCRIBE', username, { headers, body });
    if (status !== 200) throw new Error(`The keys were refused: ${status}`);
  }

  #read(text: string): void {
    const isOn = /<doNotDisturbOn>(\w+)</.exec(text)?.[1];
    if (isOn !== undefined) this.#shown.set('doNotDisturb', isOn === 'true' ? 'on' : 'off');
    const each = /<forwardingType>(\w+)<[\s\S]*?<forwardStatus>(\w+)<[\s\S]*?<forwardTo>([^<]*)</g;
    for (const [, type = '', status = '', to = ''] of text.matchAll(each)) {
      this.#shown.set(type as Feature, status === 'true' ? to : 'off');
    }
  }
}
