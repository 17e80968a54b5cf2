import { spawn } from 'node:child_process';

/** The service manager that started us; systemd, or nobody. */
interface ServiceManager {
  ready(): void;
  stopping(): void;
  stop(): void;
}

/** How long `systemd-notify` may take. */
const patienceMs = 5_000;

/**
 * Tells systemd our state (sd_notify(3)), where it wants to know. It listens at a datagram socket of the Unix domain, which Node
 * cannot open, so its own program does it. While `isWell`, the watchdog hears from us twice within its time.
 */
export function serviceManager(
  env: NodeJS.ProcessEnv,
  given: { readonly isWell: () => boolean; readonly onTrouble: (why: string) => void },
): ServiceManager {
  if (!env['NOTIFY_SOCKET']) return { ready() {}, stopping() {}, stop() {} };
  let isBroken = false;
  const say = (...words: readonly string[]): void => {
    const child = spawn('systemd-notify', words, { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: patienceMs });
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk).slice(0, 500)));
    const failed = (why: string) => {
      if (!isBroken) given.onTrouble(`systemd cannot be notified of the state of the server: ${why.trim()}`);
      isBroken = true;
    };
    child.once('error', (error) => failed(error.message));
    child.once('close', (code) => {
      if (code === 0) isBroken = false;
      else failed(said || `systemd-notify ended with ${code ?? 'a signal'}`);
    });
  };
  const everyMs = watchdogMs(env) / 2;
  const timer = everyMs > 0 ? setInterval(() => given.isWell() && say('WATCHDOG=1'), everyMs) : undefined;
  return {
    ready: () => say('READY=1', 'STATUS=Sidetone runs'),
    stopping: () => say('STOPPING=1', 'STATUS=Stopping'),
    stop: () => clearInterval(timer),
  };
}

/** The time of the watchdog; 0: there is none, or it watches another process. */
const watchdogMs = ({ WATCHDOG_USEC: time, WATCHDOG_PID: pid }: NodeJS.ProcessEnv): number =>
  pid && Number(pid) !== process.pid ? 0 : Math.max(0, Math.floor(Number(time ?? 0) / 1000)) || 0;
