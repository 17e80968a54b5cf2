/** A demo person as the data folder names them. */
export interface SignIn {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly extension: string;
}
