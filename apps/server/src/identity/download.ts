/** A handler's reply that is a file: the API sends it, or the range of it that was asked for. */
export class Download {
  readonly path: string;
  readonly contentType: string;
  constructor(path: string, contentType: string) {
    this.path = path;
    this.contentType = contentType;
  }
}
