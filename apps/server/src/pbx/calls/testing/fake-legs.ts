import type { LegFact, LegOrder, Legs, RegisteredContact } from '../legs.ts';

/** Legs without SIP: keeps every order, and speaks the facts a test tells it to. */
export class FakeLegs implements Legs {
  readonly orders: LegOrder[] = [];
  readonly contacts: RegisteredContact[] = [];
  readonly #contactListeners = new Set<(contact: RegisteredContact) => void>();
  readonly #listeners = new Set<(fact: LegFact) => void>();

  order(order: LegOrder): void {
    this.orders.push(order);
  }

  onFact(listener: (fact: LegFact) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async contactsOf(userIds: readonly string[]): Promise<readonly RegisteredContact[]> {
    return this.contacts.filter((contact) => userIds.includes(contact.userId));
  }

  onContact(listener: (contact: RegisteredContact) => void): () => void {
    this.#contactListeners.add(listener);
    return () => this.#contactListeners.delete(listener);
  }

  async adopt(legIds: readonly string[]): Promise<readonly string[]> {
    return legIds;
  }

  /** Speaks a fact as SIP would. */
  tell(fact: LegFact): void {
    for (const listener of this.#listeners) listener(fact);
  }

  /** The orders of one kind, so far. */
  of<Kind extends LegOrder['do']>(kind: Kind): Extract<LegOrder, { do: Kind }>[] {
    return this.orders.filter((order) => order.do === kind) as Extract<LegOrder, { do: Kind }>[];
  }

  /** A device of a user that can be rung. */
  register(userId: string, media: 'webrtc' | 'rtp' = 'webrtc', endpointId = `e-${userId}-${this.contacts.length}`) {
    const contact: RegisteredContact = {
      contactId: `contact-${endpointId}`,
      endpointId,
      userId,
      media,
      address: '127.0.0.1',
      alive: true,
    };
    this.contacts.push(contact);
    for (const listener of this.#contactListeners) listener(contact);
    return contact;
  }
}
