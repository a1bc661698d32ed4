/** A house whose plugins take programs from a server on loopback. */

import { type DownloadServer, downloadServer } from "../../packages/programs/download-server.ts";
import { cargoHouse, type House, type HouseSettings } from "../cargo-house.ts";

export interface ServedHouse extends AsyncDisposable {
  readonly house: House;
  readonly server: DownloadServer;
}

/** `files` are what it serves, by path. */
export async function servedHouse(
  files: Readonly<Record<string, string>>,
  plugins: (server: DownloadServer) => NonNullable<HouseSettings["plugins"]>,
): Promise<ServedHouse> {
  const server = await downloadServer();
  for (const [path, text] of Object.entries(files)) server.serve(path, text);
  const house = await cargoHouse({ plugins: plugins(server) });
  return {
    house,
    server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await house[Symbol.asyncDispose]();
    },
  };
}
