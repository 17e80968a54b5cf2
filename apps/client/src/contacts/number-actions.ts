/** What can be done with the number of someone whom nobody knows yet. */
export interface NumberActions {
  /** Opens the form for a new contact with this number. */
  create(number: string): void;
  /** Opens the search for a contact that gets this number. */
  addTo(number: string): void;
}
