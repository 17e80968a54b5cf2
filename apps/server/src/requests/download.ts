import type { Readable } from 'node:stream';

/** A file that is not on this machine. */
interface FarFile {
  readonly bytes: number;
  /** Both count. */
  open(from: number, to: number): Promise<Readable>;
}

/** A handler's reply that is a file, by its path or far away: the API sends it, or the range of it that was asked for. */
export class Download {
  readonly file: string | FarFile;
  readonly contentType: string;
  constructor(file: string | FarFile, contentType: string) {
    this.file = file;
    this.contentType = contentType;
  }
}

/** A handler's reply that never changes at its address: every client may keep it. */
export class Lasting {
  readonly bytes: Buffer;
  readonly contentType: string;
  constructor(bytes: Buffer, contentType: string) {
    this.bytes = bytes;
    this.contentType = contentType;
  }
}

/** A handler's reply that was made for this request alone: nobody may keep it. */
export class Fleeting {
  readonly bytes: Buffer;
  readonly contentType: string;
  constructor(bytes: Buffer, contentType: string) {
    this.bytes = bytes;
    this.contentType = contentType;
  }
}

/** A handler's reply that is written while it is sent, to be kept under a name. */
export class Streamed {
  readonly stream: Readable;
  readonly contentType: string;
  readonly fileName: string;
  constructor(stream: Readable, contentType: string, fileName: string) {
    this.stream = stream;
    this.contentType = contentType;
    this.fileName = fileName;
  }
}

/** A handler's reply that sends the browser elsewhere: an address, and cookies as `Set-Cookie` writes them. */
export class Redirected {
  readonly location: string;
  readonly cookies: readonly string[];
  constructor(location: string, cookies: readonly string[] = []) {
    this.location = location;
    this.cookies = cookies;
  }
}

/** A handler's reply as JSON, with cookies as `Set-Cookie` writes them. */
export class WithCookies<Body> {
  readonly body: Body;
  readonly cookies: readonly string[];
  constructor(body: Body, cookies: readonly string[]) {
    this.body = body;
    this.cookies = cookies;
  }
}
