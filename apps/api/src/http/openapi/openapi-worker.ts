// Writes the contract down at a request, beside the thread that takes payments, and ends.
import { parentPort } from 'node:worker_threads'
import { openApiDocument } from './openapi.ts'

parentPort?.postMessage(new TextEncoder().encode(JSON.stringify(openApiDocument())))
