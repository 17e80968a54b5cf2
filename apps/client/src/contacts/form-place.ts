/** An address, as far as a form has to know it. */
export interface FormPlace {
  readonly pathname: string;
  readonly search: object;
}
