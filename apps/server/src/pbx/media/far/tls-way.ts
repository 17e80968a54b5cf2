import { connect, type TLSSocket } from 'node:tls';
import { actsAs, type CellIdentity, cellContext } from '../../../tls/cell.ts';
import type { FarMachine, MediaWay } from './media-way.ts';

/**
 * A media process on another machine. It has to prove by a certificate of the cell that it is one, and that it is at this host; a
 * connection that is none is over before anything is said.
 */
export const tlsWay = (far: FarMachine, identity: () => CellIdentity): MediaWay => ({
  far,
  open() {
    const { host, port } = far;
    const socket: TLSSocket = connect({ ...cellContext(identity()), host, port, servername: '' });
    // Before any other listener: nothing is written to one that is no media process.
    socket.prependOnceListener('secureConnect', () => {
      if (!actsAs(socket, 'media')) socket.destroy(new Error('the certificate there is not for the role media'));
    });
    socket.setKeepAlive(true, 5_000);
    socket.setNoDelay(true);
    return { socket, opens: 'secureConnect' };
  },
});
