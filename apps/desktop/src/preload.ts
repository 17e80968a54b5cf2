import { contextBridge, ipcRenderer } from 'electron';
import { portOver } from './port.ts';

contextBridge.exposeInMainWorld('sidetoneShell', portOver(ipcRenderer, process.argv));
