import { describe, expect, test } from "vitest";

import { comesTrue, isAlive, serve, servingHouse, serverEntry, startsOf } from "./serving.ts";
import { fewer } from "../../support/thoroughness.ts";

const SOUND = { more: serverEntry("sound") };

describe("MC-8 a server that misbehaves costs its own tools, and the others work on", () => {
  test("one that dies at its start, lies about its tools, answers under other ids, or has an endless list", async () => {
    await using house = await servingHouse({
      sound: SOUND,
      dead: { more: serverEntry("dead", ["dies-at-start"]) },
      liar: { more: serverEntry("liar", ["lies"]) },
      endless: { more: serverEntry("endless", ["endless"]) },
      loud: { more: serverEntry("loud", ["prints-first"]) },
      gone: { more: '[[mcp_servers]]\nname = "gone"\ncommand = "/nowhere/server"\n' },
    });
    await using served = await serve(house);
    const names = await served.names();
    expect(names.filter((name) => name.includes("__")).every((name) => /^(?:sound|loud)__/.test(name))).toBe(true);
    expect(names).toEqual(expect.arrayContaining(["sound__echo", "loud__echo"]));
    expect(await served.call("sound__echo", { text: "here" })).toBe("here");
    expect(await served.call("dead__echo")).toMatch(/^error: server `dead` of plugin `dead`: exited with code 7: no licence/);
    expect(await served.call("liar__echo")).toMatch(/^error: server `liar` of plugin `liar`: /);
    expect(await served.call("endless__echo")).toMatch(/its list of tools has no end/);
    expect(await served.call("gone__echo")).toMatch(/^error: server `gone` of plugin `gone`: \/nowhere\/server was not found/);
  });

  test("one that hangs does not hold up the list", async () => {
    await using house = await servingHouse({
      sound: SOUND,
      stuck: { more: serverEntry("stuck", ["hangs"]) },
      wrong: { more: serverEntry("wrong", ["wrong-ids"]) },
    });
    await using served = await serve(house);
    const names = await served.names();
    expect(names).toContain("sound__echo");
    expect(names.some((name) => name.startsWith("stuck__") || name.startsWith("wrong__"))).toBe(false);
  });

  test("one that dies, floods, writes garbage or answers nonsense in a call is started again for the next", async () => {
    await using house = await servingHouse({ sound: SOUND, bad: { more: serverEntry("bad") } });
    await using served = await serve(house);
    await served.names();
    const patient = served.call("sound__wait").catch(String);
    expect(await served.call("bad__die")).toMatch(/^error: server `bad` of plugin `bad`: exited with code 9: out of memory/);
    expect(await served.call("bad__nonsense").catch(String)).toMatch(/bad/);
    expect(await served.call("bad__garbage")).toMatch(/writes other things than messages to its stdout/);
    expect(await served.call("bad__large", { text: 40 * 1024 * 1024 })).toMatch(/sent a message of more than 32 MiB/);
    expect(await served.call("bad__flood")).toMatch(/floods its stdout/);
    expect(await served.call("bad__echo", { text: "again" })).toBe("again");
    expect(await served.call("sound__echo", { text: "still" })).toBe("still");
    expect(startsOf(house, "sound")).toHaveLength(1);
    await served.client.close();
    await patient;
  }, 90_000);

  test("large results arrive whole, and errors of a server with their code", async () => {
    await using house = await servingHouse({ sound: SOUND });
    await using served = await serve(house);
    await served.names();
    expect(await served.call("sound__large", { text: 8 * 1024 * 1024 })).toHaveLength(8 * 1024 * 1024);
    await expect(served.client.callTool({ name: "sound__fail" })).rejects.toMatchObject({ code: -32602 });
  }, 90_000);

  test("hostile names of tools are left out, and doubled ones count once", async () => {
    await using house = await servingHouse({ odd: { more: serverEntry("odd", ["odd-names"]) } });
    await using served = await serve(house);
    expect((await served.names()).filter((name) => name.startsWith("odd"))).toEqual(["odd__echo", "odd____proto__"]);
  });

  test("cancellation and progress pass through", async () => {
    await using house = await servingHouse({ sound: SOUND });
    await using served = await serve(house);
    await served.names();
    const steps: number[] = [];
    await served.client.callTool({ name: "sound__progress" }, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(steps).toEqual([1, 2]);
    const stop = new AbortController();
    // The server waits: the call has come through.
    const onprogress = () => stop.abort("enough");
    const waiting = served.client.callTool({ name: "sound__wait" }, { signal: stop.signal, onprogress }).catch(String);
    expect(await waiting).toContain("enough");
    expect(await comesTrue(() => startsOf(house, "sound").includes("cancelled"))).toBe(true);
  });
});

describe("MC-8 the processes of servers end with ours", () => {
  const STUBBORN = { stubborn: { more: serverEntry("stubborn", ["ignores-end", "has-child"]) } };

  test.each(fewer(["end of stdin", "SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const))(
    "by %s, also one that ignores it, and its children",
    async (how) => {
      await using house = await servingHouse(STUBBORN);
      await using served = await serve(house);
      expect(await served.names()).toContain("stubborn__echo");
      const pids = startsOf(house, "stubborn");
      expect(pids.map(isAlive)).toEqual([true, true]);
      if (how === "end of stdin") await served.client.close();
      else process.kill(served.pid, how);
      expect(await comesTrue(() => ![served.pid, ...pids].some(isAlive))).toBe(true);
    },
    90_000,
  );
});
