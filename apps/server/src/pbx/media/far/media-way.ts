import { connect, type Socket } from 'node:net';

/** A machine that media processes of ours are on. */
export interface FarMachine {
  /** As the settings name it. */
  readonly host: string;
  readonly port: number;
}

/** How a media process is reached. */
export interface MediaWay {
  /** A new connection, and the event from which on it is that process and no other. */
  open(): { readonly socket: Socket; readonly opens: 'connect' | 'secureConnect' };
  /** Undefined where it is a process of this server: then a connection ends with the process, and never else. */
  readonly far: FarMachine | undefined;
}

/** A media process of this server. */
export const unixWay = (path: string): MediaWay => ({
  open: () => ({ socket: connect(path), opens: 'connect' }),
  far: undefined,
});
