/** Actions for a number without a contact. */
export interface NumberActions {
  /** Opens the form for a new contact with this number. */
  create(number: string): void;
  /** Opens the search for a contact that gets this number. */
  addTo(number: string): void;
}
