/** A channel of the signed-in user, as far as its calls need it. */
export interface ContactChannel {
  readonly id: string;
  /** As users read it. */
  readonly name: string;
  readonly isPersonal: boolean;
}
