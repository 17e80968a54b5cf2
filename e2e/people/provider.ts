import { expect } from '@playwright/test';
import { ForeignRegistrar, type Subscriber } from '@sidetone/simulator/people/foreign-registrar.ts';

/** An INVITE that came by a trunk, as the provider saw it. */
export interface SeenCall {
  readonly called: string;
  readonly from: string;
  /** P-Asserted-Identity, which the provider trusts from this customer. */
  readonly identity: string;
  readonly privacy: string;
}

/**
 * A telephone company that customers reach by a trunk: Kamailio, which rings its own subscribers, and for the numbers of a
 * customer sends the call down that customer's registered trunk.
 */
export class Provider {
  readonly #registrar: ForeignRegistrar;

  private constructor(registrar: ForeignRegistrar) {
    this.#registrar = registrar;
  }

  /** `numbers` (a regular expression) belong to the first subscriber. With `refuses` no call from there goes through. */
  static async open(
    port: number,
    given: { readonly subscribers: readonly Subscriber[]; readonly numbers: string; readonly refuses?: number },
  ): Promise<Provider> {
    const [trunk] = given.subscribers;
    const refusal = given.refuses === undefined ? '' : `sl_send_reply("${given.refuses}", "Not Now"); exit;`;
    return new Provider(
      await ForeignRegistrar.open(
        port,
        given.subscribers,
        `
    if ($au == "${trunk?.username}") {
      xlog("L_ALERT", "invited|$rU|$fu|$hdr(P-Asserted-Identity)|$hdr(Privacy)|\\n");
      ${refusal}
    }
    if ($rU =~ "${given.numbers}") { $rU = "${trunk?.username}"; }`,
      ),
    );
  }

  /** host:port */
  get address(): string {
    return this.#registrar.address;
  }

  get port(): string {
    return this.address.split(':')[1] ?? '';
  }

  /** The calls that came by the trunk, oldest first. */
  get seen(): readonly SeenCall[] {
    return [...this.#registrar.said.matchAll(/invited\|(.*?)\|(.*?)\|(.*?)\|(.*?)\|/g)].map(
      ([, called = '', from = '', identity = '', privacy = '']) => ({
        called,
        from,
        identity: without(identity),
        privacy: without(privacy),
      }),
    );
  }

  /** Waits for the `count`th call and gives it. */
  async sees(count: number): Promise<SeenCall> {
    await expect
      .poll(() => this.seen.length, { message: 'The provider should see a call', timeout: 20_000 })
      .toBe(count);
    const last = this.seen.at(-1);
    if (!last) throw new Error('nothing was seen');
    return last;
  }

  close(): Promise<void> {
    return this.#registrar.close();
  }
}

/** Kamailio writes `<null>` for a header field that is not there. */
const without = (text: string): string => (text === '<null>' ? '' : text);
