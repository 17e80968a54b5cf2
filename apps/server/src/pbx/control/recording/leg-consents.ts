/** Who agreed to be recorded, by the leg that hears them: one question is for everything that is recorded of it. */
export interface LegConsents {
  /** Media endpoints of those who agreed. */
  agreedOf(legId: string): Set<string>;
  /** Asks nobody while they are being asked for something else. */
  inTurn<T>(legId: string, task: () => Promise<T>): Promise<T>;
  /** These media endpoints are asked until the way back is taken: what they press is the answer. */
  asks(whom: readonly string[]): () => void;
  isAsked(mediaId: string): boolean;
  /** Another leg is in the place of this one, and hears the same others. */
  move(legId: string, to: string): void;
  forget(legId: string): void;
}

export function legConsents(): LegConsents {
  const legs = new Map<string, { readonly agreed: Set<string>; tail: Promise<unknown> }>();
  const asked = new Set<readonly string[]>();
  const of = (legId: string) => {
    const known = legs.get(legId) ?? { agreed: new Set<string>(), tail: Promise.resolve() };
    legs.set(legId, known);
    return known;
  };
  return {
    agreedOf: (legId) => of(legId).agreed,
    inTurn(legId, task) {
      const leg = of(legId);
      const done = leg.tail.then(task);
      leg.tail = done.catch(() => undefined);
      return done;
    },
    asks(whom) {
      asked.add(whom);
      return () => void asked.delete(whom);
    },
    isAsked: (mediaId) => [...asked].some((whom) => whom.includes(mediaId)),
    move(legId, to) {
      const leg = legs.get(legId);
      if (!leg) return;
      legs.delete(legId);
      legs.set(to, leg);
    },
    forget: (legId) => void legs.delete(legId),
  };
}
