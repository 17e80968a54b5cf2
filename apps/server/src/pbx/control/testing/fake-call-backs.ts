import type { CallBackEnd, CallBackName, CallBacks, KeptPlace } from '../../call-backs.ts';

/** Keeps places in memory. */
export class FakeCallBacks implements CallBacks {
  readonly places = new Map<string, KeptPlace>();
  /** What became of those who wait no longer, in words. */
  readonly ends: string[] = [];
  /** Numbers that must not be called. */
  readonly barred = new Set<string>();
  readonly #dismissed = new Map<string, KeptPlace>();

  async mayCall(_accountId: string, e164: string): Promise<boolean> {
    return !this.barred.has(e164);
  }

  async keep(place: KeptPlace): Promise<boolean> {
    this.places.set(place.docId, place);
    return true;
  }

  async kept(): Promise<readonly KeptPlace[]> {
    return [...this.places.values()];
  }

  async tried(place: KeptPlace): Promise<boolean> {
    if (!this.places.has(place.docId)) return false;
    this.places.set(place.docId, place);
    return true;
  }

  async ended({ docId }: CallBackName, how: CallBackEnd): Promise<void> {
    const place = this.places.get(docId);
    if (!place) return;
    this.places.delete(docId);
    if (how === 'dismissed') this.#dismissed.set(docId, place);
    this.ends.push(`${place.number} ${how}`);
  }

  async restored({ docId }: CallBackName): Promise<KeptPlace | null> {
    const place = this.#dismissed.get(docId) ?? null;
    if (place) this.places.set(docId, place);
    return place;
  }
}
