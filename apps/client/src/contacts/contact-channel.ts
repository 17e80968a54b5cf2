/** A channel of the signed-in person, as its calls are told of. */
export interface ContactChannel {
  readonly id: string;
  /** As people read it. */
  readonly name: string;
  readonly isPersonal: boolean;
}
