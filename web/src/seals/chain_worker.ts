// Counts the chain of a record beside the page: a long evening has a hundred thousand entries.

import { checkChain } from "./chain";

onmessage = (asked: MessageEvent<Uint8Array<ArrayBuffer>>): void => {
  void checkChain(asked.data).then((found) => postMessage(found));
};
