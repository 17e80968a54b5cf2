import type { Sidetone } from '../world/sidetone.ts';
import { BareSip, type SipAccount } from './bare-sip.ts';

/** The message lamp of a desk phone (RFC 3842). */
export class MessageLamp {
  readonly #phone: BareSip;
  /** How many messages were new, each time that this was said. */
  readonly news: number[] = [];
  #all = 0;

  private constructor(phone: BareSip) {
    this.#phone = phone;
    phone.onRequest = (text) => {
      phone.takes(text);
      const [, fresh, heard] = /^Voice-Message: (\d+)\/(\d+)/im.exec(text) ?? [];
      if (fresh === undefined) return;
      this.news.push(Number(fresh));
      this.#all = Number(fresh) + Number(heard);
    };
  }

  static async set(sidetone: Sidetone, account: SipAccount): Promise<MessageLamp> {
    const lamp = new MessageLamp(await BareSip.open(sidetone, 'udp'));
    const headers = ['Event: message-summary', 'Expires: 600', 'Accept: application/simple-message-summary'];
    const { status } = await lamp.#phone.asksAs(account, 'SUBSCRIBE', account.username, { headers });
    if (status !== 200) throw new Error(`The lamp was refused: ${status}`);
    return lamp;
  }

  /** How many messages there are, new and old. */
  get all(): number {
    return this.#all;
  }

  leaves(): void {
    this.#phone.leaves();
  }
}
