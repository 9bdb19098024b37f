<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Items;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\LabOrderFile;
use MedinaCare\Types\LabOrderFileContent;

final class LabOrdersFilesApi extends Resource
{
    /**
     * Add a file to a lab order.
     *
     * The signed report, or an image. By the laboratory or the doctor who ordered the tests, from COLLECTED until RELEASED; at most 10 files. It is released with the results.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id Which lab order.
     * @param array{
     *     name: string,
     *     content: string,
     * } $body
     * @throws Conflict The lab order is still ORDERED, RELEASED or CANCELLED, or has the maximum of files.
     */
    public function add(string $id, array $body, ?Options $options = null): LabOrderFile
    {
        return $this->http->send(new Request(
            'POST',
            '/api/lab-orders/{id}/files',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'labOrderFile',
            kind: LabOrderFile::class,
            options: $options,
        ));
    }

    /**
     * List the files of a lab order.
     *
     * Read by those who read the results: the doctor who ordered them, the laboratory to which they are addressed, the patient once they are RELEASED, administrators who opened the file of the patient. All of them, oldest first. 404 for the patient until the release.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id Which lab order.
     * @return Items<LabOrderFile>
     */
    public function list(string $id, ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/lab-orders/{id}/files',
            values: [$id],
            take: 'labOrderFiles',
            kind: [LabOrderFile::class],
            options: $options,
        ));
    }

    /**
     * Read a file of a lab order.
     *
     * With a new URL of its content. Read by those who read the results: the doctor who ordered them, the laboratory to which they are addressed, the patient once they are RELEASED, administrators who opened the file of the patient.
     *
     * Scope: `lab_orders:read`.
     *
     * @param string $id Which lab order file.
     * @param string $fileId Which lab order file.
     */
    public function get(string $id, string $fileId, ?Options $options = null): LabOrderFileContent
    {
        return $this->http->send(new Request(
            'GET',
            '/api/lab-orders/{id}/files/{fileId}',
            values: [$id, $fileId],
            take: 'labOrderFile',
            kind: LabOrderFileContent::class,
            options: $options,
        ));
    }

    /**
     * Remove a file from a lab order.
     *
     * By the user who uploaded it, before the release. Its content is deleted.
     *
     * Scope: `lab_orders:write`.
     *
     * @param string $id Which lab order file.
     * @param string $fileId Which lab order file.
     * @throws Conflict The lab order is RELEASED or CANCELLED.
     */
    public function remove(string $id, string $fileId, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/lab-orders/{id}/files/{fileId}',
            values: [$id, $fileId],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
